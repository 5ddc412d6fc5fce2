import type { Language } from '../../../vault/starter.js';
import { DRAWN_KINDS, type Drawing, type DrawnKind } from './drawing.js';

const NAMES: Record<DrawnKind, readonly [english: string, french: string]> = {
  decision: ['Decision', 'Décision'],
  task: ['Task', 'Tâche'],
  fact: ['Fact', 'Fait'],
  preference: ['Preference', 'Préférence'],
  fix: ['Fix', 'Solution'],
};

/** A suggestion as a choice of an inbox item: `Decision: no clap (line 42)`. */
export function suggestionLabel({ kind, text, lines }: Drawing, language: Language): string {
  const [english, french] = NAMES[kind];
  const numbers = lines.join(', ');
  return language === 'fr'
    ? `${french} : ${text} (${lines.length === 1 ? 'ligne' : 'lignes'} ${numbers})`
    : `${english}: ${text} (${lines.length === 1 ? 'line' : 'lines'} ${numbers})`;
}

const LABEL = /^(\p{L}+) ?: (.+) \(lignes? ([\d, ]+)\)$|^(\p{L}+): (.+) \(lines? ([\d, ]+)\)$/u;

/** The suggestion behind such a label, in either language; null for any other. */
export function suggestionIn(label: string): Drawing | null {
  const match = LABEL.exec(label);
  if (match === null) return null;
  const [name, text, lines] = match[1] === undefined ? match.slice(4) : match.slice(1);
  const kind = DRAWN_KINDS.find((each) => NAMES[each].includes(name!));
  return kind === undefined
    ? null
    : { kind, text: text!, lines: lines!.split(', ').map(Number), isCertain: false };
}
