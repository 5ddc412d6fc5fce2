import { log } from '../filing.js';
import { LABEL } from '../kinds/correction.js';
import { capitalised, entryOf } from '../kinds/sentences.js';
import { applyEdits, editLabel, type LineEdit, shownEdit } from '../line-edits.js';
import { changelogOf, type Filed, type Job, linesOf, linksTo, projectOf } from './job.js';

/** Corrects lines, and names what they said. */
export function fileCorrection(
  { context: { vault }, material, project, language }: Job,
  edits: readonly LineEdit[],
): Filed {
  const written = applyEdits(vault, edits);
  const path = changelogOf(projectOf(written[0]?.path ?? '') ?? project);
  const { title, body } = entryOf(capitalised(material.text.trim().replace(LABEL, '')));
  const heading = language === 'fr' ? `Corrigé : ${title}` : `Corrected: ${title}`;
  const files = linksTo([...new Set(written.map((edit) => edit.path))]);
  log(vault, path, heading, [...linesOf(body), ...written.map(shownEdit), ...files]);
  return { summary: [heading, ...written.map(editLabel)].join('\n'), title, path };
}
