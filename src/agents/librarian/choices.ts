import { fold } from '../../search/text/fold.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings, type Heading } from '../../vault/headings.js';
import { shownLines } from '../../vault/lines.js';
import type { Language } from '../../vault/starter.js';
import { nameOf } from './projects.js';
import { firstBodyLine } from './sections.js';

/** Where an answer can put an input. */
export type Target =
  | { kind: 'project'; project: string }
  | { kind: 'new-project'; project: string }
  | { kind: 'profile' }
  | { kind: 'bucket' }
  | { kind: 'task' }
  | { kind: 'discard' };

export interface Choice {
  id: string;
  label: string;
}

const WORDS = {
  en: {
    newProject: 'New project',
    profile: 'Profile',
    bucket: 'Global bucket',
    task: 'Task',
    discard: 'Delete',
  },
  fr: {
    newProject: 'Nouveau projet',
    profile: 'Profil',
    bucket: 'Bucket global',
    task: 'Tâche',
    discard: 'Supprimer',
  },
} as const;

/** The labels of 0.1.0: its inbox items may still wait for an answer. */
const OLD_DISCARD = ['discard', 'jeter'];

export function labelOf(target: Target, language: Language): string {
  const words = WORDS[language];
  if (target.kind === 'project') return target.project;
  if (target.kind === 'new-project')
    return `${words.newProject}${language === 'fr' ? ' ' : ''}: ${target.project}`;
  return words[target.kind];
}

/** What a label of `labelOf` means, in either language; null for any other. */
export function targetOf(label: string, projects: readonly string[]): Target | null {
  const folded = fold(label);
  for (const words of Object.values(WORDS)) {
    const named = new RegExp(`^${fold(words.newProject)}\\s*:\\s*(.+)$`, 's').exec(folded);
    if (named !== null) return { kind: 'new-project', project: nameOf(named[1]!) };
    for (const kind of ['profile', 'bucket', 'task', 'discard'] as const)
      if (folded === fold(words[kind])) return { kind };
  }
  if (OLD_DISCARD.includes(folded)) return { kind: 'discard' };
  const project = projects.find((name) => fold(name) === folded);
  return project === undefined ? null : { kind: 'project', project };
}

/** The numbered list under the heading "Choices" of a review. */
export function choicesIn(review: string): Choice[] {
  return sectionIn(review, ['choices', 'choix']).flatMap((line) => {
    const match = /^(\d+)\. (.+)$/.exec(line);
    return match ? [{ id: match[1]!, label: match[2]! }] : [];
  });
}

/**
 * The question of a review. Those of the librarian (they have the field `asks`) ask in their title; others under a heading
 * that speaks of a question, else in a heading, else in the last paragraph that asks. Without any, the title.
 */
export function questionIn(review: string): string | null {
  const lines = shownLines(review);
  const headings = findHeadings(lines, firstBodyLine(review));
  const title = headings[0]?.text ?? null;
  const { yaml, body } = splitFrontmatter(review);
  if (title !== null && asks(title) && fieldOf(yaml, 'asks') !== null) return title;
  const section = sectionNamed(lines, headings, (name) =>
    /^(?:la |the |ma |my |one |precise )*questions?\b/.test(name),
  );
  const [stated = ''] = paragraphsOf(section.join('\n'));
  if (stated !== '') return stated;
  const heading = headings.find(({ text }) => asks(text));
  const said = paragraphsOf(body).findLast((text) => asks(text) && !/^(?:#|>)/.test(text));
  return heading?.text ?? said?.replace(/^question\s?:\s*/i, '') ?? title;
}

function asks(text: string): boolean {
  return /\?["»”)]*$/.test(text.trim());
}

/** Each in one line, without marks of emphasis around it. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/\*\*|__/g, '')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '');
}

/** The lines under a heading of a review. */
function sectionIn(review: string, names: readonly string[]): string[] {
  const lines = shownLines(review);
  return sectionNamed(lines, findHeadings(lines), (name) => names.includes(name));
}

function sectionNamed(
  lines: readonly string[],
  headings: readonly Heading[],
  matches: (name: string) => boolean,
): string[] {
  const at = headings.findIndex(({ text }) => matches(fold(text)));
  if (at === -1) return [];
  return lines.slice(headings[at]!.line, (headings[at + 1]?.line ?? lines.length + 1) - 1);
}
