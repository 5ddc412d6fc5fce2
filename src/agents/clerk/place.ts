import { fold } from '../../shared/fold.js';
import type { Language } from '../../words/language.js';
import type { UpdateInput, UpdateRun } from '../update.js';
import type { Material } from './filing.js';
import { announcedProject } from './marks.js';
import { nameOf } from './projects.js';
import { teach } from './routing/lessons.js';
import { projectsNamed, projectsNamedIn } from './routing/names.js';
import type { Route } from './routing/route.js';
import { routeInput } from './routing/route-input.js';

/** Where an input goes, and how sure that is. */
export interface Where {
  project: string | null;
  others: string[];
  reasons: readonly string[];
  /** Filed there, and asked whether that is right. */
  isAsked: boolean;
  /** It is said, or certain, that it belongs to no project. */
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

/** A text to be placed, with what its caller says. */
export interface Placed {
  run: UpdateRun;
  material: Material;
  language: Language;
  fields: Pick<UpdateInput, 'project'>;
  projects: readonly string[];
}

/** The place of a text: what the caller says, else what its words and earlier answers do. */
export async function whereTo({ run, material, language, fields, projects }: Placed): Promise<Where> {
  const { context, input, id } = run;
  if (fields.project != null) {
    const [project] = projectsNamed(fields.project, projects);
    if (project === undefined) return { ...NOWHERE, isGlobal: fields.project.trim() === '' };
    // What the caller says teaches where notes from its folder go.
    if (input.origin?.folder != null)
      teach(context.vault, { id, text: material.text, project, from: null, origin: input.origin });
    const others = projectsNamedIn(material.text, projects).named.filter((name) => name !== project);
    const reasons = others.length === 0 ? [] : [TOLD_SO[language](project, others.join(', '))];
    return { ...NOWHERE, project, reasons };
  }
  // Where there is no project, nothing has to be chosen.
  if (projects.length === 0) return { ...NOWHERE, isGlobal: true };
  const route = await routeInput(context, material.text, { language, origin: input.origin });
  const [best] = route.candidates;
  if (best === undefined || route.decision === 'ask') return { ...NOWHERE, route, isGlobal: route.isForNone };
  const { named } = projectsNamedIn(material.text, projects);
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

/** Whether a mark of the text names another project than the one it would go to: `@zebra`, `new project Zebra`. */
export function namesOther({ material: { text } }: Pick<Placed, 'material'>, { project }: Where): boolean {
  const marks = [...text.matchAll(/(?<!\S)@([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map(([, name]) =>
    nameOf(name!),
  );
  const announced = announcedProject(text);
  return [...marks, ...(announced === null ? [] : [announced])].some((name) => name !== project);
}

/** How people say that something is not for somebody's notes. Folded. */
const KEPT_OUT = [
  /\boff the record\b|\bbetween (?:us|you and me)\b|\bentre nous\b/,
  /\b(?:keep|leave)\b[^.,;\n]{0,40}\bout of\b/,
  /\b(?:not|never)\b[^.,;\n]{0,20}\b(?:for|in|to) (?:the |their |his |her )?(?:clients?|customers?|notes|minutes)\b/,
  /\bhors (?:du|des|de) |\b(?:pas|rien)\b[^.,;\n]{0,30}\b(?:dans|au|aux) (?:les? |ses |son )?(?:notes|dossier|compte rendu|clients?)\b/,
];

/** True for a text that says to keep it out of somebody's notes: only its user knows where it may go. */
export function isKeptOut(text: string): boolean {
  const folded = fold(text.slice(0, 4_000));
  return KEPT_OUT.some((form) => form.test(folded));
}

const TOLD_SO = {
  en: (project: string, others: string) => `${project} was given; the text also names ${others}`,
  fr: (project: string, others: string) => `${project} a été indiqué\u00a0; le texte nomme aussi ${others}`,
} as const;
