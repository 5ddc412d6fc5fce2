import { localDate } from '../../../shared/clock.js';
import { RappelError } from '../../../shared/errors.js';
import { countMasks, findSecrets } from '../../../shared/secrets.js';
import { readText } from '../../../vault/files.js';
import { showPath } from '../../../vault/paths.js';
import type { Language } from '../../../vault/starter.js';
import type { Usage } from '../../answer.js';
import { languageOf } from '../../language.js';
import type { SessionRange, UpdateOutcome, UpdateRun } from '../../update.js';
import { projectOf } from '../file-as/job.js';
import { addOnly } from '../mandate.js';
import { askSession } from './ask-session.js';
import type { Drawing, SessionTurn } from './drawing.js';
import { fileDrawing, isDrawn, type SessionPlace } from './file-drawing.js';
import { dayOf, turnsIn } from './turns.js';

/** Draws from the turns of a session: by rule, or with a model. */
export type Draw = (
  turns: readonly SessionTurn[],
  session: SessionRange,
  run: UpdateRun,
) => Promise<{ drawings: readonly Drawing[]; usage?: Usage }>;

/**
 * Draws decisions, tasks, facts, preferences and fixes from a captured session: files the certain ones, and asks once about
 * the others. The text of the transcript is not changed.
 */
export async function fileSession(
  run: UpdateRun,
  session: SessionRange,
  draw: Draw,
  fallback: Language,
): Promise<UpdateOutcome> {
  const { input } = run;
  // What was drawn was guessed, by rule or by a model.
  const context = { ...run.context, vault: addOnly(run.context.vault) };
  const { path, shown } = context.vault.resolve(session.path);
  // A stamp that came later would move the lines that entries link to.
  context.vault.stampIfNeeded(context.vault.locate(path));
  const transcript = readText(context.vault.locate(path));
  const turns = turnsIn(transcript).filter(({ line }) => line <= (session.to ?? Number.POSITIVE_INFINITY));
  if (turns.length === 0) throw noSession(shown);
  const said = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const place: SessionPlace = {
    context,
    transcript: path,
    project: projectOf(path),
    language: languageOf(said.join('\n'), fallback),
    given: dayOf(transcript) ?? run.arrived ?? localDate(context.vault.clock.now()),
  };
  const { drawings, ...usage } = await draw(turns, session, run);
  const isNew = (drawing: Drawing) =>
    drawing.lines.at(-1)! >= session.from &&
    findSecrets(drawing.text).length + countMasks(drawing.text) === 0 &&
    !isDrawn(place, drawing);
  const title = input.text.trim() || (/^# (.+)$/m.exec(transcript)?.[1] ?? shown);
  const outcome = await fileAndAsk(place, drawings.filter(isNew), { title, update: run.id });
  return { ...outcome, ...usage };
}

async function fileAndAsk(
  place: SessionPlace,
  drawings: readonly Drawing[],
  about: { title: string; update: string },
): Promise<UpdateOutcome> {
  const say = SAY[place.language];
  const lines = [say.drawn(showPath(place.transcript))];
  for (const drawing of drawings.filter(({ isCertain }) => isCertain)) {
    const filed = await fileDrawing(place, drawing);
    if (filed !== null) lines.push(filed.summary);
  }
  const suggested = drawings.filter(({ isCertain }) => !isCertain);
  if (suggested.length === 0) return { state: 'done', summary: lines.join('\n'), inbox: null };
  const inbox = askSession(place, suggested, about);
  const summary = [...lines, say.suggested(suggested.length)].join('\n');
  return { state: 'needs_answer', summary, inbox };
}

function noSession(shown: string): RappelError {
  return new RappelError('invalid_input', `${shown} is not a session: it has no turns`, {
    hint: 'A session has headings "## User" and "## Assistant".',
  });
}

const SAY = {
  en: {
    drawn: (path: string) => `Session read: ${path}`,
    suggested: (count: number) =>
      `${count === 1 ? 'One suggestion waits' : `${count} suggestions wait`} for your answer.`,
  },
  fr: {
    drawn: (path: string) => `Session lue : ${path}`,
    suggested: (count: number) =>
      `${count === 1 ? 'Une suggestion attend' : `${count} suggestions attendent`} votre réponse.`,
  },
} as const;
