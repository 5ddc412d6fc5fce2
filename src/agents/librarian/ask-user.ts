import { localDate } from '../../shared/clock.js';
import { showPath } from '../../vault/paths.js';
import type { UpdateOutcome } from '../update.js';
import { type Ask, openItem } from './ask.js';
import { findCandidates } from './candidates.js';
import { labelOf, type Target } from './choices.js';
import type { Filed } from './file-as/job.js';
import type { OpenTask } from './kinds/done.js';
import { personIn } from './kinds/fact.js';
import type { Kind } from './kinds/kind.js';
import { statementsIn } from './kinds/raw.js';
import { ALL, CORRECT_ALL, NONE, pick, RIGHT, statementLabel, taskLabel } from './labels.js';
import { editLabel, type LineEdit } from './line-edits.js';
import { nameOf, projectNameFrom } from './projects.js';
import { candidateSections, filedSection, whySection } from './review.js';
import { type Filing, NOWHERE, type Where } from './where-to.js';

/** The places that every question about a place offers. */
const ELSEWHERE: readonly Target[] = [
  { kind: 'profile' },
  { kind: 'bucket' },
  { kind: 'task' },
  { kind: 'discard' },
];

/** What lasts of a person (`Marie préfère …`) is first for the profile. */
function targetsFor(text: string, projects: readonly Target[]): Target[] {
  const [profile, ...others] = ELSEWHERE;
  return personIn(text) === null ? [...projects, ...ELSEWHERE] : [profile!, ...projects, ...others];
}

function newProject(name: string | null): Target[] {
  return name === null ? [] : [{ kind: 'new-project', project: name }];
}

/** Opens an inbox item with the untouched input and a review that asks where it belongs; `said` is what is known already. */
export async function askWhere(
  filing: Filing,
  { route }: Where = NOWHERE,
  said: readonly [string, string][] = [],
): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  run.onEvent({
    type: 'tool-call',
    id: 'search',
    tool: 'search',
    input: { path: material.text.slice(0, 80) },
  });
  const { candidates, searched } = await findCandidates(run.context, material.text);
  const likely = route.candidates.map(({ project }) => project).slice(0, 3);
  const offered = likely.length > 0 ? likely : candidates.map(({ project }) => project);
  const given = run.input.project?.trim() ?? '';
  const name = given === '' ? projectNameFrom(material.text) : nameOf(given);
  const projects: Target[] = offered.map((project) => ({ kind: 'project', project }));
  // A project that the caller named and that does not exist is probably meant to.
  const first = given === '' ? [...projects, ...newProject(name)] : [...newProject(name), ...projects];
  return ask(filing, {
    asks: 'place',
    sections: [...said, ...candidateSections(candidates, searched, language)],
    choices: targetsFor(material.text, first).map((target) => labelOf(target, language)),
  });
}

export function askWhichTask(filing: Filing, tasks: readonly OpenTask[]): UpdateOutcome {
  const choices = [...tasks.map(taskLabel), labelOf({ kind: 'discard' }, filing.language)];
  return ask(filing, { asks: 'done', sections: [], choices });
}

export function askWhichLines(filing: Filing, edits: readonly LineEdit[]): UpdateOutcome {
  const { language } = filing;
  const all = `${pick(CORRECT_ALL, language)} ${edits.length} ${language === 'fr' ? 'lignes' : 'lines'}`;
  const choices = [
    ...(edits.length > 1 ? [all] : []),
    ...edits.map(editLabel),
    labelOf({ kind: 'discard' }, language),
  ];
  return ask(filing, { asks: 'correction', sections: [], choices });
}

/** Filed at the likeliest place: one answer moves it. */
export function askRight(filing: Filing, { project, route, reasons }: Where, filed: Filed): UpdateOutcome {
  const { material, language } = filing;
  const others = route.candidates.filter((candidate) => candidate.project !== project).slice(0, 3);
  const targets: Target[] = [
    ...others.map((candidate) => ({ kind: 'project' as const, project: candidate.project })),
    ...newProject(projectNameFrom(material.text)),
    ...ELSEWHERE,
  ];
  const right = `${pick(RIGHT, language)}${language === 'fr' ? ' :' : ':'} ${project}`;
  const choices = [right, ...targets.map((target) => labelOf(target, language))];
  const sections = reasons.length === 0 ? [] : [whySection(reasons, language)];
  return askAbout(filing, filed, { asks: 'right', choices, sections }, SAY[language].right);
}

/** Lines of the project that what was filed may make wrong. */
export function askOutdated(filing: Filing, kind: Kind, filed: Filed): UpdateOutcome {
  const { language } = filing;
  const choices = [...(filed.doubtful ?? []).map(editLabel), pick(NONE, language)];
  return askAbout(filing, filed, { asks: 'outdated', kind, choices }, SAY[language].outdated);
}

/** What a mail or a transcript states is for the user to confirm; the text itself is filed. */
export function askStatements(filing: Filing, filed: Filed): UpdateOutcome {
  const { run, language } = filing;
  const stated = statementsIn(filing.material.text, localDate(run.context.vault.clock.now()));
  if (stated.length === 0) return { state: 'done', summary: filed.summary, inbox: null };
  const choices = [
    pick(ALL, language),
    ...stated.map((one) => statementLabel(one, language)),
    pick(NONE, language),
  ];
  // The text lies in the bucket, whole.
  const material = { text: '', images: [] };
  return askAbout(
    filing,
    filed,
    { asks: 'statements', choices, material },
    SAY[language].stated(stated.length),
  );
}

/** Asks about something that is filed; the input beside the question is hidden from search. */
function askAbout(
  { run, material, language }: Filing,
  { summary, path }: Filed,
  question: Pick<Ask, 'asks' | 'kind' | 'choices'> & Partial<Pick<Ask, 'material' | 'sections'>>,
  said: string,
): UpdateOutcome {
  const item = openItem(
    run.context.vault,
    {
      material,
      ...question,
      text: material.text,
      update: run.id,
      isHidden: true,
      sections: [filedSection([showPath(path)], '', language), ...(question.sections ?? [])],
    },
    language,
  );
  return { state: 'needs_answer', summary: `${summary}\n${said}`, inbox: item };
}

function ask({ run, material, language }: Filing, question: Pick<Ask, 'asks' | 'sections' | 'choices'>) {
  const item = openItem(run.context.vault, { ...question, text: material.text, material }, language);
  return { state: 'needs_answer', summary: SAY[language].asked, inbox: item } as const;
}

const SAY = {
  en: {
    asked: 'Saved. Rappel has one question for you.',
    stated: (count: number) => `${count === 1 ? 'One line needs' : `${count} lines need`} your confirmation.`,
    right: 'Rappel is not sure about the place: is it right?',
    outdated: 'This may contradict what the project says: should Rappel change it?',
  },
  fr: {
    asked: 'Enregistré. Rappel a une question à vous poser.',
    stated: (count: number) =>
      `${count === 1 ? 'Une ligne attend' : `${count} lignes attendent`} votre confirmation.`,
    right: "Rappel n'est pas sûr de l'endroit : est-ce le bon ?",
    outdated: 'Ceci contredit peut-être une ligne du projet : faut-il la modifier ?',
  },
} as const;
