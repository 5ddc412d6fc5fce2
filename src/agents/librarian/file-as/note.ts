import { maskSecrets } from '../../../shared/secrets.js';
import { showPath } from '../../../vault/paths.js';
import type { Language } from '../../../vault/starter.js';
import { fileImages, fileInBucket, log } from '../filing.js';
import { decisionTitle, withoutTag } from '../kinds/decision.js';
import { capitalised, entryOf, titleOf } from '../kinds/sentences.js';
import { bucketOf, changelogOf, eventDay, type Filed, type Job, linesOf, linksTo, withDay } from './job.js';
import { outdatedBy } from './outdated.js';

/** Texts up to here are an entry of the changelog; longer ones lie in the bucket, and the entry links to them. */
const MOST_ENTRY = 700;

/** A note: an entry of its project's changelog; without a project it lies in the bucket. */
export function fileNote(job: Job): Filed {
  const { material, project } = job;
  if (project === null) return fileRaw(job, undefined, eventDay(material));
  return fileLogged(job);
}

/** A note that is an entry of a changelog, also where it belongs to no project. */
export function fileLogged(job: Job): Filed {
  const { project, language } = job;
  return fileEntry(
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

/** An error and what solved it. */
export function fileFix(job: Job): Filed {
  const { project, language } = job;
  return fileEntry(
    job,
    (title) => `${language === 'fr' ? '[solution]' : '[fix]'} ${title}`,
    (title) => SAY[language].fixed(project, title),
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
  const title = titleOf(maskSecrets(material.text)) || (material.images[0]?.name ?? 'image');
  log(context.vault, changelogOf(project), titled(title), [...linksTo(filed), ...(job.sources ?? [])], day);
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
  const path = changelogOf(project);
  const lines = [...linesOf(body), ...linksTo(images), ...(job.sources ?? [])];
  log(vault, path, titled(title), lines, day);
  return {
    summary: withDay(said(title), day, language),
    title: titled(title),
    path,
    day,
    offers: outdatedBy(job),
  };
}

/** An entry can't hold headings or code: they would end it. */
export function isShort(text: string): boolean {
  return text.length <= MOST_ENTRY && !/^(?:#{1,6} |```|~~~)/m.test(text);
}

const SAY = {
  en: {
    filed: (title: string) => `Filed: ${title}`,
    noted: (project: string | null, title: string) =>
      `Noted in ${project ?? 'the general changelog'}: ${title}`,
    decided: (project: string | null, title: string) =>
      `Decision logged in ${project ?? 'the general changelog'}: ${title}`,
    fixed: (project: string | null, title: string) =>
      `Fix logged in ${project ?? 'the general changelog'}: ${title}`,
  },
  fr: {
    filed: (title: string) => `Classé : ${title}`,
    noted: (project: string | null, title: string) =>
      `Noté dans ${project ?? 'le changelog général'} : ${title}`,
    decided: (project: string | null, title: string) =>
      `Décision notée dans ${project ?? 'le changelog général'} : ${title}`,
    fixed: (project: string | null, title: string) =>
      `Solution notée dans ${project ?? 'le changelog général'} : ${title}`,
  },
} as const;
