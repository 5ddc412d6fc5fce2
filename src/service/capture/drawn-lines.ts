import { changelogOf, homeOf, PROFILE } from '../../agents/clerk/entries.js';
import { type Drawing, suggestionsIn } from '../../agents/clerk/session.js';
import type { DrawnKind } from '../../agents/clerk/talk-of.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { listInboxItems } from '../../vault/inbox-items.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { tasksFile } from '../../vault/tasks.js';
import type { Vault } from '../../vault/vault.js';

/** What was filed from a line of a session, where it is now. */
export interface DrawnLine {
  kind: Extract<DrawnKind, 'decision' | 'task' | 'fix' | 'fact'>;
  text: string;
  /** `vault/…` */
  path: string;
  line: number;
  /** The line of the session's note. */
  source: number;
}

/** What waits in the inbox for the user to say whether it is kept. */
export interface SessionQuestion {
  item: string;
  suggestions: Pick<Drawing, 'kind' | 'text' | 'lines'>[];
}

/** Whether a path may be shown. */
export type Sees = (path: VaultPath) => boolean;

/** By the note that the lines link to, `vault/…`. Lines that were edited so that they no longer link to it are the user's own. */
export function drawnLines(vault: Vault, projects: readonly (string | null)[], sees: Sees) {
  const found = new Map<string, DrawnLine[]>();
  for (const path of new Set([null, ...projects].flatMap(filesOf))) {
    let title = '';
    for (const [at, text] of shownLines(sees(path) ? textOf(vault, path) : '').entries()) {
      title = /^#{1,3} (.+)$/.exec(text)?.[1] ?? title;
      const link = LINK.exec(text);
      if (link === null) continue;
      const [, note, source] = link;
      const listed = found.get(note!) ?? [];
      // An entry with several sources is one entry.
      if (listed.at(-1)?.text !== withoutTag(title))
        listed.push({ ...entry(path, title), line: at + 1, source: Number(source) });
      found.set(note!, listed);
    }
  }
  return found;
}

/** The open questions about sessions, by the session's note. */
export function sessionQuestions(vault: Vault, sees: Sees): Map<string, SessionQuestion> {
  const found = new Map<string, SessionQuestion>();
  for (const item of listInboxItems(vault)) {
    const path = joinPath(joinPath(joinPath(ROOT, 'inbox'), item), 'review.md');
    const review = sees(path) ? textOf(vault, path) : '';
    const note = fieldOf(splitFrontmatter(review).yaml, 'session');
    const suggestions = suggestionsIn(review);
    if (note !== null)
      found.set(note, {
        item,
        suggestions: suggestions.map(({ kind, text, lines }) => ({ kind, text, lines })),
      });
  }
  return found;
}

const LINK = /→ (vault\/\S+\.md):(\d+)\s*$/;
const TAG = /^\[(\p{L}+)\] /u;
const TAGS: Record<string, DrawnLine['kind']> = {
  decision: 'decision',
  décision: 'decision',
  fix: 'fix',
  solution: 'fix',
};

function entry(path: VaultPath, title: string): Pick<DrawnLine, 'kind' | 'text' | 'path'> {
  const kind = path.endsWith('tasks.md') ? 'task' : (TAGS[TAG.exec(title)?.[1] ?? ''] ?? 'fact');
  return { kind, text: withoutTag(title), path: showPath(path) };
}

function withoutTag(title: string): string {
  return title.replace(TAG, '');
}

function filesOf(project: string | null): VaultPath[] {
  return [changelogOf(project), tasksFile(project), joinPath(homeOf(project), 'state.md'), PROFILE];
}

function textOf(vault: Vault, path: VaultPath): string {
  const place = vault.locate(path);
  return place.kind === 'file' ? readText(place) : '';
}
