import { fold } from '../../search/text/fold.js';
import { findHeadings } from '../../vault/headings.js';
import { shownLines } from '../../vault/lines.js';
import type { Language } from '../../vault/starter.js';
import { namedProject, slugOf } from './projects.js';

/** What an answer to an inbox item can decide. */
export type Decision =
  | { kind: 'project'; project: string }
  | { kind: 'new-project'; project: string }
  | { kind: 'bucket' }
  | { kind: 'task' }
  | { kind: 'discard' };

export interface Choice {
  id: string;
  label: string;
}

const WORDS = {
  en: { newProject: 'New project', bucket: 'Global bucket', task: 'Task', discard: 'Delete' },
  fr: { newProject: 'Nouveau projet', bucket: 'Bucket global', task: 'Tâche', discard: 'Supprimer' },
} as const;

/** The labels of 0.1.0: its inbox items may still wait for an answer. */
const OLD_DISCARD = ['discard', 'jeter'];

/** The labels of an item's choices, in numbered order. */
export function labelsFor(decisions: readonly Decision[], language: Language): string[] {
  const words = WORDS[language];
  return decisions.map((decision) => {
    if (decision.kind === 'project') return decision.project;
    if (decision.kind === 'new-project')
      return `${words.newProject}${language === 'fr' ? ' ' : ''}: ${decision.project}`;
    return words[decision.kind];
  });
}

/** The numbered list under the heading "Choices" of a review. */
export function choicesIn(review: string): Choice[] {
  const lines = shownLines(review);
  const headings = findHeadings(lines);
  const at = headings.findIndex(({ text }) => ['choices', 'choix'].includes(fold(text)));
  if (at === -1) return [];
  const section = lines.slice(headings[at]!.line, (headings[at + 1]?.line ?? lines.length + 1) - 1);
  return section.flatMap((line) => {
    const match = /^(\d+)\. (.+)$/.exec(line);
    return match ? [{ id: match[1]!, label: match[2]! }] : [];
  });
}

/**
 * The decision an answer means: the number or label of a choice, or a project's name. Null if that is
 * uncertain.
 */
export function decisionFor(
  answer: string,
  choices: readonly Choice[],
  projects: readonly string[],
): Decision | null {
  const text = answer.trim();
  const chosen = choices.find(({ id, label }) => id === text || fold(label) === fold(text));
  return meaning(chosen?.label ?? text, projects);
}

function meaning(label: string, projects: readonly string[]): Decision | null {
  const folded = fold(label);
  for (const words of Object.values(WORDS)) {
    const named = new RegExp(`^${fold(words.newProject)}\\s*:\\s*(.+)$`, 's').exec(folded);
    if (named !== null) return { kind: 'new-project', project: slugOf(named[1]!) };
    if (folded === fold(words.bucket)) return { kind: 'bucket' };
    if (folded === fold(words.task)) return { kind: 'task' };
    if (folded === fold(words.discard) || OLD_DISCARD.includes(folded)) return { kind: 'discard' };
  }
  const project = projects.find((name) => fold(name) === folded) ?? namedProject(label, projects);
  return project === null ? null : { kind: 'project', project };
}
