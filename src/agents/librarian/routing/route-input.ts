import type { ToolContext } from '../../../tools/define-tool.js';
import type { Language } from '../../../vault/starter.js';
import { findCandidates } from '../candidates.js';
import { listProjects, namedProject } from '../projects.js';
import type { InputOrigin, Route } from './route.js';

export interface RouteOptions {
  /** The language of the reasons. */
  language: Language;
  origin?: InputOrigin;
}

/** Which project a text belongs to. Deterministic: the same vault and text give the same route. */
export async function routeInput(
  context: ToolContext,
  text: string,
  { language }: RouteOptions,
): Promise<Route> {
  const named = namedProject(text, listProjects(context.vault));
  if (named !== null) {
    const reason = language === 'fr' ? 'nommé dans le texte' : 'named in the text';
    return { candidates: [{ project: named, probability: 1, reasons: [reason] }], decision: 'file' };
  }
  const { candidates } = await findCandidates(context, text);
  const sum = candidates.reduce((all, { score }) => all + score, 0);
  return {
    candidates: candidates.map(({ project, score }) => ({ project, probability: score / sum, reasons: [] })),
    decision: 'ask',
  };
}
