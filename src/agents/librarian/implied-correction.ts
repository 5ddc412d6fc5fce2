import { sharedCount, tellingWords } from '../../search/text/shared-words.js';
import type { Vault } from '../../vault/vault.js';
import { linesToCorrect } from './corrected-lines.js';
import { type Correction, correctionIn, LABEL } from './kinds/correction.js';

/** What a text corrects: as it says, or, where it only gives the right number, as the one line says that is about the same. */
export function correctionOf(vault: Vault, text: string, project: string | null): Correction | null {
  return correctionIn(text) ?? impliedCorrection(vault, text, project);
}

/** `Correction : Léa habite au 18 rue des Lilas`, where the profile says 8. */
function impliedCorrection(vault: Vault, text: string, project: string | null): Correction | null {
  const label = LABEL.exec(text.trim());
  if (label === null) return null;
  const stated = text.trim().slice(label[0].length);
  const [right, ...others] = numbersIn(stated);
  const said = tellingWords(stated.replace(NUMBER, ' '));
  if (right === undefined || others.length > 0 || said.length === 0) return null;
  for (const lines of linesToCorrect(vault, project)) {
    const [line, ...further] = lines.filter(
      ({ heading, before }) =>
        numbersIn(before).length === 1 &&
        sharedCount(said, tellingWords(`${heading} ${before}`)) === said.length,
    );
    if (line === undefined) continue;
    const [wrong] = numbersIn(line.before);
    return further.length > 0 || wrong === right ? null : { old: wrong!, new: right };
  }
  return null;
}

/** With the spaces and commas between its digits, also those of French: `1 150,50`. */
const NUMBER = /\d(?:[\d.,\u0020\u00a0\u202f]*\d)?/gu;

function numbersIn(line: string): string[] {
  return line.match(NUMBER) ?? [];
}
