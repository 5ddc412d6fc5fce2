import type { SessionState } from '../../../src/http/session-routes.js';
import type { OutputOf } from '../../../src/operations/list.js';

export type { SessionState };

/** What the service answers, by the types of its operations: a change there that the page does not know fails the type check. */
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

export type Settings = OutputOf<'settings/read'>;
export type ModelProvider = Settings['providers'][number]['name'];
export type SearchEndpoint = Settings['search'][number];
export type Capture = OutputOf<'capture/status'>;
export type CapturedSession = Capture['sessions'][number];
export type Client = OutputOf<'clients/list'>['clients'][number];
export type Token = OutputOf<'tokens/list'>['tokens'][number];
export type ImportStatus = OutputOf<'imports/find'>;
export type ImportSummary = NonNullable<ImportStatus['summary']>;

type Activity = OutputOf<'activities/list'>['activities'][number];
type LoadedActivity = OutputOf<'activities/find'>;
export type UpdateStatus = Extract<Activity, { kind: 'update' }>;
export type QuestionStatus = Extract<Activity, { kind: 'question' }>;
export type LoadedUpdate = Extract<LoadedActivity, { kind: 'update' }>;
export type LoadedQuestion = Extract<LoadedActivity, { kind: 'question' }>;
export type Passage = NonNullable<LoadedQuestion['answer']>['files'][number];
export type Step = LoadedActivity['run'][number];
export type Sync = OutputOf<'sync/status'>['sync'];
export type SyncPreview = OutputOf<'sync/preview'>;
