/** What an update can be, as its field `kind` names it. */
export const KINDS = [
  'note',
  'task',
  'appointment',
  'decision',
  'fact',
  'preference',
  'correction',
  'done',
  'question',
] as const;

export type Kind = (typeof KINDS)[number];

/** Those that add something beside what is there; the others change a line, end a task or want an answer. */
export type AddedKind = Exclude<Kind, 'correction' | 'done' | 'question'>;

export function isAdded(kind: Kind): kind is AddedKind {
  return kind !== 'correction' && kind !== 'done' && kind !== 'question';
}
