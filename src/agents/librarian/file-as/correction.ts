import { fileImages, log } from '../filing.js';
import { LABEL } from '../kinds/correction.js';
import { capitalised, entryOf } from '../kinds/sentences.js';
import { applyEdits, editLabel, type LineEdit, shownEdit } from '../line-edits.js';
import type { Mandate } from '../mandate.js';
import { bucketOf, changelogOf, type Filed, type Job, linesOf, linksTo, projectOf } from './job.js';

/** Corrects lines, and names what they said; `isFiled` where the text itself is filed already. */
export function fileCorrection(
  { context: { vault }, material, project, language }: Job,
  edits: readonly LineEdit[],
  mandate: Mandate,
  isFiled = false,
): Filed {
  const written = applyEdits(mandate, edits);
  const home = projectOf(written[0]?.path ?? '') ?? project;
  const path = changelogOf(home);
  const { title, body } = entryOf(capitalised(material.text.trim().replace(LABEL, '')));
  const heading = language === 'fr' ? `Corrigé : ${title}` : `Corrected: ${title}`;
  const images = isFiled ? [] : fileImages(vault, bucketOf(home), material);
  const files = linksTo([...new Set(written.map((edit) => edit.path)), ...images]);
  log(vault, path, heading, [...(isFiled ? [] : linesOf(body)), ...written.map(shownEdit), ...files]);
  return { summary: [heading, ...written.map(editLabel)].join('\n'), title, path };
}
