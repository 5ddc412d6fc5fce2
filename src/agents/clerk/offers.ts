import { z } from 'zod';
import { localDate } from '../../shared/clock.js';
import { fold } from '../../shared/fold.js';
import { once } from '../../shared/once.js';
import { withoutSecrets } from '../../shared/secrets.js';
import { keepImages, keepText } from '../../tools/keep.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { joinPath, parsePath, ROOT, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import { editLabel } from './changes.js';
import { freeName, type Material } from './filing.js';
import { nameOf, slugOf } from './projects.js';
import { type Choice, choicesIn, type ReviewFacts, writeReview } from './review.js';

/** What an answer can do: each choice of a question is one of these. */
export type Action =
  | { do: 'place'; at: Target; kind?: AddKind | undefined }
  | { do: 'right'; project: string | null }
  | { do: 'add'; kind: AddKind; text: string; lines?: number[] | undefined }
  | { do: 'split'; texts: string[] }
  | { do: 'change'; path: VaultPath; line: number; before: string; after: string }
  | { do: 'end'; path: VaultPath; title: string; project: string | null }
  | { do: 'gather'; project: string; paths: VaultPath[] }
  | { do: 'all' }
  | { do: 'none' }
  | { do: 'keep' };

const ADDED = ['task', 'appointment', 'decision', 'fact', 'preference', 'fix', 'note'] as const;
export type AddKind = (typeof ADDED)[number];

/** Where an answer can put an input. */
export type Target =
  | { kind: 'project'; project: string }
  | { kind: 'new-project'; project: string }
  | { kind: 'profile' }
  | { kind: 'bucket' }
  | { kind: 'task' }
  | { kind: 'discard' };

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), project: z.string() }),
  z.object({ kind: z.literal('new-project'), project: z.string() }),
  z.object({ kind: z.literal('profile') }),
  z.object({ kind: z.literal('bucket') }),
  z.object({ kind: z.literal('task') }),
  z.object({ kind: z.literal('discard') }),
]);

const path = z.string().transform((text) => parsePath(text));
const schema = once(() =>
  z.array(
    z.discriminatedUnion('do', [
      z.object({ do: z.literal('place'), at: target, kind: z.enum(ADDED).optional() }),
      z.object({ do: z.literal('right'), project: z.string().nullable() }),
      z.object({
        do: z.literal('add'),
        kind: z.enum(ADDED),
        text: z.string(),
        lines: z.array(z.number()).optional(),
      }),
      z.object({ do: z.literal('split'), texts: z.array(z.string()) }),
      z.object({ do: z.literal('change'), path, line: z.number(), before: z.string(), after: z.string() }),
      z.object({ do: z.literal('end'), path, title: z.string(), project: z.string().nullable() }),
      z.object({ do: z.literal('gather'), project: z.string(), paths: z.array(path) }),
      z.object({ do: z.literal('all') }),
      z.object({ do: z.literal('none') }),
      z.object({ do: z.literal('keep') }),
    ]),
  ),
);

/** A choice of a question, and what it does; null for one that only its words explain. */
export interface Offered extends Choice {
  action: Action | null;
}

/** The choices of a review with what they do: as it was written with them, else as their words say. */
export function offeredIn(review: string, projects: readonly string[]): Offered[] {
  const actions = readActions(fieldOf(splitFrontmatter(review).yaml, 'actions'));
  return choicesIn(review).map((choice, index) => {
    const at = targetOf(choice.label, projects);
    return { ...choice, action: actions?.[index] ?? (at === null ? null : { do: 'place', at }) };
  });
}

function readActions(json: string | null): Action[] | null {
  if (json === null) return null;
  try {
    return schema().parse(JSON.parse(json));
  } catch {
    // Somebody edited it: the words of the choices are still there.
    return null;
  }
}

const TARGETS = {
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

export function targetLabel(at: Target, language: Language): string {
  const words = TARGETS[language];
  if (at.kind === 'project') return at.project;
  if (at.kind === 'new-project') return `${words.newProject}${language === 'fr' ? ' ' : ''}: ${at.project}`;
  return words[at.kind];
}

/** What a label of `targetLabel` means, in either language; null for any other. */
export function targetOf(label: string, projects: readonly string[]): Target | null {
  const folded = fold(label);
  for (const words of Object.values(TARGETS)) {
    const named = folded.startsWith(fold(words.newProject)) ? /:\s*(.+)$/s.exec(folded)?.[1] : undefined;
    if (named !== undefined) return { kind: 'new-project', project: nameOf(named) };
    for (const kind of ['profile', 'bucket', 'task', 'discard'] as const)
      if (folded === fold(words[kind])) return { kind };
  }
  const project = projects.find((name) => fold(name) === folded);
  return project === undefined ? null : { kind: 'project', project };
}

/** What a choice says. */
function actionLabel(action: Action, language: Language): string {
  const say = SAY[language];
  switch (action.do) {
    case 'place':
      return targetLabel(action.at, language);
    case 'right':
      return `${say.right}${action.project ?? say.global}`;
    case 'add':
      return `${say.kinds[action.kind]}${action.text.replaceAll(/\s+/g, ' ').trim()}${say.lines(action.lines ?? [])}`;
    case 'split':
      return say.split(action.texts);
    case 'change':
      return editLabel(action);
    case 'end':
      return `${say.end}${action.title}${action.project === null ? '' : ` (${action.project})`}`;
    case 'gather':
      return say.gather(action.project, action.paths.length);
    default:
      return say[action.do];
  }
}

/** `(line 42)`, behind what was said there. */
function numbered(lines: readonly number[], one: string, many: string): string {
  return lines.length === 0 ? '' : ` (${lines.length === 1 ? one : many} ${lines.join(', ')})`;
}

const SAY = {
  en: {
    right: 'Right: ',
    global: 'no project',
    kinds: {
      task: 'Task: ',
      appointment: 'Date: ',
      decision: 'Decision: ',
      fact: 'Fact: ',
      preference: 'Profile: ',
      fix: 'Fix: ',
      note: 'Note: ',
    },
    lines: (lines: readonly number[]) => numbered(lines, 'line', 'lines'),
    split: (texts: readonly string[]) => `${texts.length} tasks instead of one: ${texts.join(' · ')}`,
    end: 'Done: ',
    gather: (project: string, count: number) =>
      `Move to ${project} what was told about it before (${count === 1 ? '1 file' : `${count} files`})`,
    all: 'All of them',
    none: 'None of them',
    keep: 'Keep it',
  },
  fr: {
    right: 'Oui : ',
    global: 'aucun projet',
    kinds: {
      task: 'Tâche : ',
      appointment: 'Échéance : ',
      decision: 'Décision : ',
      fact: 'Fait : ',
      preference: 'Profil : ',
      fix: 'Solution : ',
      note: 'Note : ',
    },
    lines: (lines: readonly number[]) => numbered(lines, 'ligne', 'lignes'),
    split: (texts: readonly string[]) => `${texts.length} tâches au lieu d'une : ${texts.join(' · ')}`,
    end: 'Terminée : ',
    gather: (project: string, count: number) =>
      `Déplacer vers ${project} ce qui en avait été dit (${count === 1 ? '1 fichier' : `${count} fichiers`})`,
    all: 'Toutes',
    none: 'Aucune',
    keep: 'Conserver',
  },
} as const;

/** A question to open. */
export interface NewReview extends Omit<ReviewFacts, 'content' | 'choices' | 'actions'> {
  actions: readonly Action[];
  /** What lies beside the review, untouched. */
  material: Material;
  /** Left out of search until the question is answered. */
  isHidden?: boolean;
}

/** Opens an inbox item: the input and a review that asks one question. Returns its name. */
export function openItem(vault: Vault, ask: NewReview, language: Language): string {
  const inbox = joinPath(ROOT, 'inbox');
  const item = freeName(vault, inbox, `${localDate(vault.clock.now())}-${slugOf(withoutSecrets(ask.text))}`);
  const folder = joinPath(inbox, item);
  const content = fillItem(vault, folder, ask.material, ask.isHidden ? 'search: false\n' : '');
  const review = reviewOf({ ...ask, content }, language);
  vault.save(vault.locate(joinPath(folder, 'review.md')), () => review);
  return item;
}

/** The page of a question, its choices in words and as what they do. */
export function reviewOf(
  { actions, ...facts }: Omit<ReviewFacts, 'choices' | 'actions'> & { actions: readonly Action[] },
  language: Language,
): string {
  const choices = actions.map((action) => actionLabel(action, language));
  return writeReview({ ...facts, choices, actions: JSON.stringify(actions) }, language);
}

/** Puts an input into the folder of an inbox item, untouched; `fields` go into its frontmatter. Returns the names of the files. */
export function fillItem(vault: Vault, folder: VaultPath, { text, images }: Material, fields = ''): string[] {
  if (text.trim() !== '') keepText(vault, joinPath(folder, 'input.md'), text, fields);
  const pictures = keepImages(vault, joinPath(folder, images.length === 1 ? 'image-1' : 'image'), images);
  const names = pictures.map((each) => each.slice(folder.length + 1));
  return text.trim() === '' ? names : ['input.md', ...names];
}

/** The places that every question about a place offers below the likely projects. */
export const ELSEWHERE: readonly Target[] = [
  { kind: 'profile' },
  { kind: 'bucket' },
  { kind: 'task' },
  { kind: 'discard' },
];
