import { localDate } from '../../shared/clock.js';
import { joinPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import type { Task } from '../../vault/tasks.js';
import type { UpdateRun } from '../update.js';
import { homeOf } from './file-as/job.js';
import type { Material } from './filing.js';
import { appointmentDay, isMoved } from './kinds/appointment.js';
import { withoutDay } from './kinds/without-day.js';
import type { Mandate } from './mandate.js';
import { outdatedLines } from './outdated-lines.js';
import { listProjects } from './projects.js';
import { teach } from './routing/lessons.js';
import { namesIn, projectsNamed } from './routing/names.js';
import type { Route } from './routing/route.js';
import { routeInput } from './routing/route-input.js';

/** An update on its way to its place. */
export interface Filing {
  run: UpdateRun;
  material: Material;
  language: Language;
  /** The open tasks that it may close, best first. */
  closes: readonly Task[];
  /** Of the field that asks for a change; null for a guess. */
  mandate: Mandate | null;
}

/** Where an input goes, and how sure that is. */
export interface Where {
  project: string | null;
  others: string[];
  reasons: readonly string[];
  /** Filed there, and asked whether that is right. */
  isAsked: boolean;
  /** The caller said that it belongs to no project. */
  isGlobal: boolean;
  route: Route;
}

export const NOWHERE: Where = {
  project: null,
  others: [],
  reasons: [],
  isAsked: false,
  isGlobal: false,
  route: { candidates: [], decision: 'ask', isForNone: false },
};

/** The place of an input: what the caller says, else what its words and earlier answers do. */
export async function whereTo(filing: Filing): Promise<Where> {
  const { run, material, language } = filing;
  const { context, input } = run;
  if (input.project != null) return givenPlace(filing, input.project);
  const route = await routeInput(context, material.text, { language, origin: input.origin });
  const [best] = route.candidates;
  const dated = route.decision === 'file' ? null : placeOfDate(filing);
  if (dated !== null) return { ...NOWHERE, ...dated, route };
  if (best === undefined || route.decision === 'ask') return { ...NOWHERE, route, isGlobal: route.isForNone };
  const { named } = namesIn(material.text, listProjects(context.vault));
  return {
    ...NOWHERE,
    route,
    project: best.project,
    // Two named projects get it both; three or more are only talked about.
    others: named.length === 2 && best.isNamed ? named.filter((name) => name !== best.project) : [],
    reasons: best.reasons,
    isAsked: route.decision === 'file-and-ask',
  };
}

/** The one project whose state already has a day for what a text moves, with that line as the reason. */
function placeOfDate({ run, material, language }: Filing): Pick<Where, 'project' | 'reasons'> | null {
  const { vault } = run.context;
  const { text, given } = material;
  const day = appointmentDay(text, given ?? localDate(vault.clock.now()));
  if (day === null || !isMoved(text)) return null;
  const what = withoutDay(text, day);
  const value = { text: day.day, unit: 'date' };
  const found = listProjects(vault).flatMap((project) => {
    const state = joinPath(homeOf(project), 'state.md');
    const same = outdatedLines(vault, [state], what, value).filter(
      ({ isSameSubject, shared }) => isSameSubject && shared > 1,
    );
    return same.map(({ before }) => ({ project, before: before.replace(/^[\s-]+/, '') }));
  });
  const [first] = found;
  if (first === undefined || found.length > 1) return null;
  const reason = language === 'fr' ? `« ${first.before} » y figure` : `"${first.before}" is there`;
  return { project: first.project, reasons: [reason] };
}

/** True where no project is as likely as none, or one only by a single word. */
export function isForNoProject({ route: { candidates } }: Where): boolean {
  const [best] = candidates;
  const all = candidates.reduce((sum, { probability }) => sum + probability, 0);
  return best === undefined || !best.isPointedAt || best.probability < 1 - all;
}

function givenPlace({ run, material, language }: Filing, given: string): Where {
  const { context, input, id } = run;
  const projects = listProjects(context.vault);
  const [project] = projectsNamed(given, projects);
  if (project === undefined) return { ...NOWHERE, isGlobal: given.trim() === '' };
  // What the caller says teaches where notes from its folder go.
  if (input.origin?.folder != null)
    teach(context.vault, { id, text: material.text, project, from: null, origin: input.origin });
  const others = namesIn(material.text, projects).named.filter((name) => name !== project);
  return { ...NOWHERE, project, reasons: others.length === 0 ? [] : [toldSo(project, others, language)] };
}

/** The caller is believed before the text, and the text is not overruled in silence. */
function toldSo(project: string, others: readonly string[], language: Language): string {
  const named = others.join(', ');
  return language === 'fr'
    ? `${project} a été indiqué\u00a0; le texte nomme aussi ${named}`
    : `${project} was given; the text also names ${named}`;
}

/** A summary with the reason for the place; it becomes the entry of the history. */
export function because(summary: string, { reasons }: Pick<Where, 'reasons'>, language: Language): string {
  if (reasons.length === 0) return summary;
  return `${summary}\n${language === 'fr' ? `Raison : ${reasons.join(' ; ')}` : `Why: ${reasons.join('; ')}`}`;
}
