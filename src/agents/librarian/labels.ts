import type { Language } from '../../vault/starter.js';
import type { Task } from '../../vault/tasks.js';
import type { Statement } from './kinds/raw.js';

/** Labels of choices in both languages: an answer is read in whichever the review was written. */
export const RIGHT = ['Right', 'Oui'];
export const CORRECT_ALL = ['Change all', 'Corriger les'];
export const ALL = ['All of them', 'Toutes'];
export const NONE = ['None of them', 'Aucune'];
export const ADD = ['Add it as something new', 'L’ajouter comme nouveau'];
export const KEEP = ['Keep it', 'Conserver'];
export const KEEP_IT = ['It stays', 'Garder'];
export const REMOVE_IT = ['Remove it', 'Retirer'];
export const BOTH = ['Keep both', 'Garder les deux'];

export const pick = (words: readonly string[], language: Language) => words[language === 'fr' ? 1 : 0]!;

export function taskLabel({ title, project }: Task): string {
  return project === null ? title : `${title} (${project})`;
}

const STATED: Record<Statement['kind'], readonly [string, string]> = {
  task: ['Task', 'Tâche'],
  decision: ['Decision', 'Décision'],
  appointment: ['Date', 'Échéance'],
};

export function statementLabel({ kind, text }: Statement, language: Language): string {
  return language === 'fr' ? `${STATED[kind][1]} : ${text}` : `${STATED[kind][0]}: ${text}`;
}

/** The statement behind such a label; null for any other. */
export function statementOf(label: string): Statement | null {
  for (const [kind, words] of Object.entries(STATED)) {
    const word = words.find((name) => label.startsWith(`${name}: `) || label.startsWith(`${name} : `));
    if (word !== undefined)
      return { kind: kind as Statement['kind'], text: label.slice(label.indexOf(': ') + 2) };
  }
  return null;
}

/** A version of a text, by its beginning and the machine that wrote it. */
export function versionLabel(machine: string, text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return `${words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN - 1)}…` : words} (${machine})`;
}

const MOST_SHOWN = 100;
