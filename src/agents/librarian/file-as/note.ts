import { joinPath, showPath } from '../../../vault/paths.js';
import type { Language } from '../../../vault/starter.js';
import { fileImages, fileInBucket, log } from '../filing.js';
import { decisionTitle, withoutTag } from '../kinds/decision.js';
import { capitalised, entryOf, titleOf } from '../kinds/sentences.js';
import { applyEdits, editLabel, type LineEdit, shownEdit } from '../line-edits.js';
import { leading, outdatedLines } from '../outdated-lines.js';
import {
  bucketOf,
  changelogOf,
  eventDay,
  type Filed,
  homeOf,
  type Job,
  linesOf,
  linksTo,
  withDay,
} from './job.js';

/** Texts up to here are an entry of the changelog; longer ones lie in the bucket, and the entry links to them. */
const MOST_ENTRY = 700;

/** A note: an entry of its project's changelog; without a project it lies in the bucket. */
export function fileNote(job: Job): Filed {
  const { material, project, language } = job;
  return project === null
    ? fileRaw(job, undefined, eventDay(material))
    : fileEntry(
        job,
        (title) => title,
        (title) => SAY[language].noted(project, title),
      );
}

export function fileDecision(job: Job): Filed {
  const { material, project, language } = job;
  const text = capitalised(withoutTag(material.text));
  return fileEntry(
    { ...job, material: { ...material, text } },
    (title) => decisionTitle(title, language),
    (title) => SAY[language].decided(project, title),
  );
}

/** Raw material: whole into the bucket, with an entry that links to it. */
export function fileRaw(
  job: Job,
  titled = (title: string) => filedTitle(title, job.language),
  day: string | null = null,
): Filed {
  const { context, material, project, language } = job;
  const filed = fileInBucket(context.vault, bucketOf(project), material);
  const title = titleOf(material.text) || (material.images[0]?.name ?? 'image');
  log(context.vault, changelogOf(project), titled(title), linksTo(filed), day);
  const paths = filed.map((path) => showPath(path)).join(', ');
  const summary = withDay(`${SAY[language].filed(title)} (${paths})`, day, language);
  return { summary, title, path: filed[0]!, day };
}

/** The title of the entry about raw material. */
export function filedTitle(title: string, language: Language): string {
  return SAY[language].filed(title);
}

/** A second project that an input belongs to gets a link to where it lies. */
export function linkFrom({ context: { vault } }: Job, project: string, { title, path, day }: Filed): void {
  log(vault, changelogOf(project), title, linksTo([path]), day);
}

function fileEntry(job: Job, titled: (title: string) => string, said: (title: string) => string): Filed {
  const { context, material, project, language } = job;
  const { vault } = context;
  const day = eventDay(material);
  if (!isShort(material.text)) return fileRaw(job, titled, day);
  const { title, body } = entryOf(material.text || (material.images[0]?.name ?? 'image'));
  const images = fileImages(vault, bucketOf(project), material);
  const { certain, doubtful } = outdatedBy(job);
  const changed = applyEdits(vault, certain);
  const path = changelogOf(project);
  log(vault, path, titled(title), [...linesOf(body), ...changed.map(shownEdit), ...linksTo(images)], day);
  return {
    summary: withDay([said(title), ...changed.map(editLabel)].join('\n'), day, language),
    title: titled(title),
    path,
    day,
    doubtful,
  };
}

/** An entry can't hold headings or code: they would end it. */
function isShort(text: string): boolean {
  return text.length <= MOST_ENTRY && !/^(?:#{1,6} |```|~~~)/m.test(text);
}

const MOST_DOUBTFUL = 4;

/** The lines of the project's state and description that a text makes wrong: without a doubt, or perhaps. */
function outdatedBy({ context, material, project, isOutdated }: Job): {
  certain: LineEdit[];
  doubtful: LineEdit[];
} {
  if (project === null) return { certain: [], doubtful: [] };
  const paths = ['state.md', 'description.md'].map((name) => joinPath(homeOf(project), name));
  const found = outdatedLines(context.vault, paths, material.text);
  if (isOutdated !== undefined) return { certain: found.filter(isOutdated), doubtful: [] };
  const isChange = CHANGE.test(material.text);
  const best = leading(found);
  if (isChange && best !== null && best.shared > 1) return { certain: [best], doubtful: [] };
  const doubtful = found.filter(({ shared, isSameSubject }) => isSameSubject || (isChange && shared > 1));
  return { certain: [], doubtful: doubtful.slice(0, MOST_DOUBTFUL) };
}

const CHANGE =
  /\b(?:now|from now on|changed|changes|raised|lowered|increased|decreased|goes? (?:up|down) to|went (?:up|down) to|no longer|updated to|désormais|maintenant|passe à|passe de|passent à|est passée?|augmente|baisse|change|changé)\b/iu;

const SAY = {
  en: {
    filed: (title: string) => `Filed: ${title}`,
    noted: (project: string, title: string) => `Noted in ${project}: ${title}`,
    decided: (project: string | null, title: string) =>
      `Decision logged in ${project ?? 'the general changelog'}: ${title}`,
  },
  fr: {
    filed: (title: string) => `Classé : ${title}`,
    noted: (project: string, title: string) => `Noté dans ${project} : ${title}`,
    decided: (project: string | null, title: string) =>
      `Décision notée dans ${project ?? 'le changelog général'} : ${title}`,
  },
} as const;
