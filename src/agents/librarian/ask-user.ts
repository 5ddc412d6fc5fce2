import { localDate } from '../../shared/clock.js';
import { showPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import type { Task } from '../../vault/tasks.js';
import type { UpdateOutcome } from '../update.js';
import { type Ask, openItem } from './ask.js';
import { findCandidates } from './candidates.js';
import { labelOf, type Target } from './choices.js';
import type { Filed } from './file-as/job.js';
import { personIn } from './kinds/fact.js';
import type { Kind } from './kinds/kind.js';
import { statementsIn } from './kinds/raw.js';
import { ADD, ALL, CORRECT_ALL, NONE, pick, RIGHT, statementLabel, taskLabel } from './labels.js';
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

/** Which task a text says to be done: one that is filed as a note, or waits for the answer. */
export function askWhichTask(
  filing: Filing,
  tasks: readonly Task[],
  filed: Filed | null = null,
): UpdateOutcome {
  const { language } = filing;
  const choices = [...tasks.map(taskLabel), pick(NONE, language)];
  if (filed !== null)
    return askAbout(
      withoutImages(filing),
      filed,
      { asks: 'done', choices, ...stays(filing) },
      SAY[language].done,
    );
  return ask(filing, {
    asks: 'done',
    sections: [],
    choices: [...choices, labelOf({ kind: 'discard' }, language)],
  });
}

/** Which lines a text corrects, where nobody knows yet where it belongs. */
export function askWhichLines(filing: Filing, edits: readonly LineEdit[]): UpdateOutcome {
  const choices = [...editChoices(edits, filing.language), labelOf({ kind: 'discard' }, filing.language)];
  return ask(filing, { asks: 'correction', sections: [], choices });
}

function editChoices(edits: readonly LineEdit[], language: Language): string[] {
  const all = `${pick(CORRECT_ALL, language)} ${edits.length} ${language === 'fr' ? 'lignes' : 'lines'}`;
  return [...(edits.length > 1 ? [all] : []), ...edits.map(editLabel), pick(NONE, language)];
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
  const edits = (filed.offers ?? []).map(editLabel);
  const choices = [right, ...edits, ...targets.map((target) => labelOf(target, language))];
  const sections = reasons.length === 0 ? [] : [whySection(reasons, language)];
  return askAbout(filing, filed, { asks: 'right', choices, sections }, SAY[language].right);
}

/** Lines that what was filed may make wrong, before and after. What is held back can also be new. */
export function askOffers(filing: Filing, kind: Kind, filed: Filed): UpdateOutcome {
  const { language } = filing;
  const choices = editChoices(filed.offers ?? [], language);
  if (filed.isHeldBack) choices.splice(-1, 0, pick(ADD, language));
  return askAbout(
    withoutImages(filing),
    filed,
    { asks: 'outdated', kind, choices, ...stays(filing) },
    SAY[language].outdated,
  );
}

/** They are filed already, and stay: a filing with images is not taken back. */
function stays({ material }: Filing): { update?: string } {
  return material.images.length === 0 ? {} : { update: '' };
}

function withoutImages(filing: Filing): Filing {
  return { ...filing, material: { ...filing.material, images: [] } };
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
  question: Pick<Ask, 'asks' | 'kind' | 'choices'> & Partial<Pick<Ask, 'material' | 'sections' | 'update'>>,
  said: string,
): UpdateOutcome {
  const item = openItem(
    run.context.vault,
    {
      material,
      update: run.id,
      ...question,
      text: material.text,
      isHidden: true,
      sections: [filedSection(showPath(path), language), ...(question.sections ?? [])],
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
    outdated: 'This may change a line of your notes: should Rappel change it?',
    done: 'This may end a task: is it done?',
  },
  fr: {
    asked: 'Enregistré. Rappel a une question à vous poser.',
    stated: (count: number) =>
      `${count === 1 ? 'Une ligne attend' : `${count} lignes attendent`} votre confirmation.`,
    right: "Rappel n'est pas sûr de l'endroit : est-ce le bon ?",
    outdated: 'Ceci change peut-être une ligne de vos notes : faut-il la modifier ?',
    done: 'Ceci termine peut-être une tâche : est-elle faite ?',
  },
} as const;
