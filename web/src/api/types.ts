import type { hc, InferResponseType } from 'hono/client';
import type { AppType } from '../../../src/http/app.js';
import type { OutputOf } from '../../../src/operations/list.js';

type Api = ReturnType<typeof hc<AppType>>['api'];

/** What the service answers, by the type of its routes: a change there that the page does not know fails the type check. */
export type TreeNode = OutputOf<'tree'>['tree'];
export type InboxItem = OutputOf<'inbox/read'>;
export type Home = OutputOf<'home'>;
export type Choice = InboxItem['choices'][number];
export type Candidate = InboxItem['candidates'][number];
export type HistoryEntry = OutputOf<'history/list'>['entries'][number];
export type Source = HistoryEntry['source'];
export type SearchResult = OutputOf<'tools/search'>['results'][number];
export type Finding = OutputOf<'findings/list'>['findings'][number];
export type Receipt = OutputOf<'answers/explain'>;
export type Verified = OutputOf<'verify'>['results'][number];

export type Settings = InferResponseType<Api['settings']['$get']>;
export type ModelProvider = Settings['providers'][number]['name'];
export type SearchEndpoint = Settings['search'][number];
export type Capture = InferResponseType<Api['capture']['$get']>;
export type CapturedSession = Capture['sessions'][number];
export type Client = InferResponseType<Api['clients']['$get']>['clients'][number];
export type Token = InferResponseType<Api['tokens']['$get']>['tokens'][number];
export type ImportStatus = InferResponseType<Api['imports'][':id']['$get']>;
export type ImportSummary = NonNullable<ImportStatus['summary']>;

type Activity = OutputOf<'activities/list'>['activities'][number];
type LoadedActivity = OutputOf<'activities/find'>;
export type UpdateStatus = Extract<Activity, { kind: 'update' }>;
export type QuestionStatus = Extract<Activity, { kind: 'question' }>;
export type LoadedUpdate = Extract<LoadedActivity, { kind: 'update' }>;
export type LoadedQuestion = Extract<LoadedActivity, { kind: 'question' }>;
export type Passage = NonNullable<LoadedQuestion['answer']>['files'][number];
export type Step = LoadedActivity['run'][number];
