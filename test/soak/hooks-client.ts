import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BIN, type Place } from './harness.js';

/** Where a hook, or the process that it leaves behind to file, is killed. */
const PHASES = [
  // While it reads the log.
  'before openSync /log-[^/]*$',
  // While it writes the queue, and after that.
  'before renameSync captured/queue/',
  'after renameSync captured/queue/',
  'before renameSync captured/sessions/',
  // Between queue and note, after the note, and before the queue is emptied.
  'before linkSync bucket/session-',
  'after linkSync bucket/session-',
  'before rmSync captured/queue/',
  // While it draws.
  'after renameSync changelog',
];
const KILLER = resolve('test/support/kill-at.mjs');
/** One hook in so many is killed. */
const KILLED = 4;

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export type Client = ReturnType<typeof createClient>;

interface Conversation {
  id: string;
  directory: string;
  dice: (below: number) => number;
  /** What its model was shown before it was forked. */
  shown?: readonly string[];
}

/** A client with one conversation, which keeps everything that was said. */
export function createClient(place: Place, { id, directory, dice, shown = [] }: Conversation) {
  const log = join(directory, `log-${id}.jsonl`);
  if (!existsSync(log)) writeFileSync(log, '');
  const said: string[] = [];
  const decided: string[] = [];
  const failures: string[] = [];
  const twice: string[] = [];
  let context = [...shown];
  let isKnown = false;

  async function hook(event: string, source?: string): Promise<string> {
    const input = JSON.stringify({ session_id: id, cwd: directory, transcript_path: log, source });
    const phase = dice(KILLED) === 0 ? PHASES[dice(PHASES.length)]! : null;
    const env = phase === null ? {} : { NODE_OPTIONS: `--import=${KILLER}`, KILL_AT: phase };
    const { code, out, err } = await runRappel(place, ['hook', event], { input, env });
    // A client learns nothing of a hook that was killed.
    if (code === null) return '';
    if (code !== 0 || err !== '') failures.push(`${event}: ${code} ${err}`);
    isKnown = true;
    return out;
  }

  function record(type: 'user' | 'assistant', text: string): string {
    const uuid = `${id}-${said.length}-${type}`;
    const content = type === 'user' ? text : [{ type: 'text', text }];
    return JSON.stringify({
      type,
      uuid,
      timestamp: new Date().toISOString(),
      message: { role: type, content },
    });
  }

  return {
    id,
    log,
    said,
    decided,
    failures,
    /** True once a hook of it ran to its end. */
    isKnown: () => isKnown,
    shownTwice: () => twice,
    say(): void {
      const mark = `<${id}.${said.length}>`;
      // The second turn says something to keep.
      const isDecision = said.length === 2;
      const words = isDecision
        ? `Our staging server is called ${mark} and Marie takes care of it.`
        : `look at ${mark}`;
      if (isDecision) decided.push(mark);
      appendFileSync(log, `${record('user', words)}\n`);
      said.push(mark);
      const answer = `<${id}.${said.length}>`;
      appendFileSync(log, `${record('assistant', `done ${answer}`)}\n`);
      said.push(answer);
    },
    rewriteLog: () => writeFileSync(log, `${JSON.stringify({ type: 'mode' })}\n${readFileSync(log, 'utf8')}`),
    async start(source: string): Promise<void> {
      const out = await hook('session-start', source);
      if (source === 'compact') context = [];
      if (out === '') return;
      const text: string = JSON.parse(out).hookSpecificOutput.additionalContext;
      if (text.length > 4_000) failures.push(`showed ${text.length} characters`);
      const rules = text.match(/^rule \d+$/gm) ?? [];
      twice.push(...rules.filter((rule) => context.includes(rule)));
      context.push(...rules);
    },
    stop: () => hook('stop'),
    end: () => hook('session-end'),
    async compact(): Promise<void> {
      await hook('pre-compact');
      await this.start('compact');
    },
    /** Another conversation that begins with a copy of this one. */
    fork(): Conversation {
      const copy = `${id}-fork`;
      copyFileSync(log, join(directory, `log-${copy}.jsonl`));
      return { id: copy, directory, dice, shown: context };
    },
  };
}

export function runRappel(
  place: Place,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...args], { env: { ...place.env, ...env }, cwd: place.folder });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })));
}
