import { joinPath } from '../../../vault/paths.js';
import { languageOf } from '../../language.js';
import { addTask, fileImages, log } from '../filing.js';
import { isMoved } from '../kinds/appointment.js';
import { dayIn, type NamedDay } from '../kinds/day-in.js';
import { tasksFile } from '../kinds/done.js';
import { withoutOpening } from '../kinds/opening.js';
import { capitalised, entryOf } from '../kinds/sentences.js';
import { applyEdits, shownEdit } from '../line-edits.js';
import { leading, outdatedLines } from '../outdated-lines.js';
import { withoutLabel } from '../routing/names.js';
import { addToSection, type Section } from '../sections.js';
import {
  bucketOf,
  changelogOf,
  dayInWords,
  type Filed,
  homeOf,
  type Job,
  linesOf,
  linksTo,
  readingDay,
  withFullStop,
} from './job.js';

/** An appointment or a deadline: a dated line in the state of its project, else a task with a deadline. */
export async function fileAppointment(job: Job, day: NamedDay): Promise<Filed> {
  const { context, material, project, language } = job;
  const { vault } = context;
  const { title, body } = entryOf(
    withoutOpening(withoutLabel(material.text, project === null ? [] : [project])),
  );
  const named = dayIn(title, readingDay(job));
  const what = capitalised(named === null ? title : withoutDay(title, named));
  const when = dayInWords(day.day, language);
  const images = fileImages(vault, bucketOf(project), material);
  const entry = SAY[language].entry(when, what);
  const summary = SAY[language].added(project, when, what);
  if (project === null) {
    const path = tasksFile(null);
    const details = [...linesOf(body), ...linksTo(images)];
    await addTask(context, path, { title: what, deadline: day.day, details, project }, language);
    log(vault, changelogOf(null), entry, linksTo([path]));
    return { summary, title: what, path };
  }
  const path = joinPath(homeOf(project), 'state.md');
  const same = outdatedLines(vault, [path], what, { text: day.day, unit: 'date' }).filter(
    ({ isSameSubject }) => isSameSubject,
  );
  const isOther = isMoved(material.text);
  const moved = job.isOutdated === undefined ? (isOther ? leading(same) : null) : same.find(job.isOutdated);
  if (moved) applyEdits(vault, [moved]);
  else
    vault.save(vault.locate(path), (current) => {
      const colon = languageOf(current ?? material.text, language) === 'fr' ? ' :' : ':';
      return addToSection(current ?? '', DEADLINES, withFullStop(`- ${day.day}${colon} ${what}`));
    });
  const lines = [...linesOf(body), ...(moved ? [shownEdit(moved)] : []), ...linksTo([path, ...images])];
  log(vault, changelogOf(project), entry, lines);
  const isDecided = moved || job.isOutdated !== undefined;
  return { summary, title: what, path, doubtful: isDecided ? [] : same };
}

/** A title without the words of its day, which the date beside it says. */
export function withoutDay(title: string, { start, end }: NamedDay): string {
  const before = title.slice(0, start).replace(/[\s,:;(–—-]+$/, '');
  const after = title.slice(end).replace(/^[\s:;–—-]+|^\s*\)/, '');
  const clean = `${before}${/^,|^$/.test(after) || before === '' ? '' : ' '}${after}`.replace(
    /^[\s,]+|(?:[\s,:;]|\s(?:is|est|à|le|on|the|pour|for|by|before|avant|au plus tard|at the latest))+$/giu,
    '',
  );
  return /\p{L}{2}/u.test(clean) ? clean : title;
}

const DEADLINES: Section = {
  names: [
    'deadlines',
    'deadline',
    'echeances',
    'echeance',
    'dates',
    'dates limites',
    'calendrier',
    'calendar',
  ],
  heading: 'Deadlines',
};

const SAY = {
  en: {
    entry: (when: string, what: string) => `${when}: ${what}`,
    added: (project: string | null, when: string, what: string) =>
      `Date added to ${project ?? 'the general tasks'}: ${when}, ${what}`,
  },
  fr: {
    entry: (when: string, what: string) => `${when} : ${what}`,
    added: (project: string | null, when: string, what: string) =>
      `Date ajoutée à ${project ?? 'vos tâches'} : ${when}, ${what}`,
  },
} as const;
