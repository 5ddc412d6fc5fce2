/** What an input can be, as the parameter `kind` of an update names it. */
export const KINDS = [
  'note',
  'task',
  'done',
  'decision',
  'fact',
  'correction',
  'appointment',
  'question',
  'raw',
] as const;

export type Kind = (typeof KINDS)[number];
