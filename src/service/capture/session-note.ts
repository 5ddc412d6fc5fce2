import { localDate, localMinute, localTimestamp } from '../../shared/clock.js';
import { type JsonRecord, parseRecord } from '../../shared/loose-json.js';
import { maskSecrets } from '../../shared/secrets.js';
import { fieldOf, splitFrontmatter, withoutFields } from '../../vault/frontmatter.js';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import { yamlField } from '../../vault/yaml-value.js';
import { claudeCodeTurn } from '../transcripts/claude-code.js';
import { codexTurn } from '../transcripts/codex.js';
import { cursorTurn } from '../transcripts/cursor.js';
import { geminiTurn } from '../transcripts/gemini.js';
import type { LogFacts } from '../transcripts/log-facts.js';
import { joinTurns, oneLine, type Turn, titleFrom, turnSection } from '../transcripts/turns.js';
import type { CaptureClient, CapturedSession } from './captured-session.js';
import type { SessionPart } from './session-parts.js';

export const PRODUCTS: Record<CaptureClient, string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
};

const READERS: Record<CaptureClient, (record: JsonRecord, facts: LogFacts) => Turn | null> = {
  'claude-code': claudeCodeTurn,
  codex: codexTurn,
  gemini: geminiTurn,
  cursor: cursorTurn,
};

/** Where a session is kept: `projects/x/bucket/session-2025-07-14-3f9a2c11.md`. */
export function sessionPath({ id, project, started }: CapturedSession): VaultPath {
  const folder = project === null ? ROOT : joinPath(joinPath(ROOT, 'projects'), project);
  const short = id.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  // The ids of Codex begin with the time.
  const name = short.length > 16 ? `${short.slice(0, 4)}${short.slice(-8)}` : short || 'x';
  return joinPath(joinPath(folder, 'bucket'), `session-${localDate(new Date(started))}-${name}.md`);
}

/**
 * The note of a session with the turns of these parts added. The note says which part it holds last (`captured`), so that a part is
 * never added twice, whenever the process was killed. Returns the text as it was where nothing is to be added.
 */
export function withParts(current: string | null, parts: readonly SessionPart[]): string | null {
  const { yaml, body } = splitFrontmatter(current ?? '');
  const done = Number(fieldOf(yaml, 'captured') ?? 0);
  const fresh = parts.filter(({ session }) => session.parts > done);
  const { turns, title } = turnsOf(fresh);
  const last = fresh.at(-1)?.session;
  if (last === undefined || turns.length === 0) return current;
  const fields = [
    yamlField('captured', String(last.parts)),
    ...(lastTime(turns) === null ? [] : [yamlField('ended', localTimestamp(lastTime(turns)!))]),
  ];
  if (current === null)
    return `---\n${[...identity(last), ...fields].join('\n')}\n---\n\n${opened(last, title, turns)}`;
  const keys = ['captured', ...(fields.length > 1 ? ['ended'] : [])];
  const kept = withoutFields(yaml ?? '', keys);
  return `---\n${kept}${fields.join('\n')}\n---\n${continued(body, turns)}`;
}

/** What the records of parts say, in turns; also counts as what a person would read of them. */
function turnsOf(parts: readonly SessionPart[]): { turns: Turn[]; title: string } {
  const facts: LogFacts = { id: '', title: '', folder: '', created: null, count: { add: () => {} } };
  const said = parts.flatMap(({ session, lines }) => {
    const read = READERS[session.client];
    return lines.flatMap((line) => {
      const record = parseRecord(line);
      return (record === null ? null : read(record, facts)) ?? [];
    });
  });
  const turns = joinTurns(said).map((turn) => ({ ...turn, text: maskSecrets(turn.text) }));
  return { turns, title: oneLine(facts.title) };
}

function identity({ id, client, directory, started }: CapturedSession): string[] {
  return [
    yamlField('source', client),
    yamlField('session', id),
    yamlField('directory', directory),
    yamlField('started', localTimestamp(new Date(started))),
  ];
}

function opened(session: CapturedSession, title: string, turns: readonly Turn[]): string {
  const product = PRODUCTS[session.client];
  const heading = maskSecrets(title || titleFrom(turns)) || product;
  const facts = [
    localMinute(turns[0]!.time ?? new Date(session.started)),
    product,
    oneLine(session.directory),
  ];
  return [`# ${heading}\n`, `${facts.join(' · ')}\n`, ...turns.map(turnSection)].join('\n');
}

/** A turn that was cut by a part of the queue goes on below its own heading. */
function continued(body: string, turns: readonly Turn[]): string {
  const lastHeading = body.match(/^## (?:User|Assistant)\b/gm)?.at(-1);
  const [first, ...rest] = turns.map(turnSection);
  const isSameSide = lastHeading === `## ${turns[0]!.who}`;
  const start = isSameSide ? first!.replace(/^## .*\n\n/, '') : first!;
  return `${body.trimEnd()}\n\n${[start, ...rest].join('\n')}`;
}

function lastTime(turns: readonly Turn[]): Date | null {
  return turns.findLast(({ time }) => time !== null)?.time ?? null;
}
