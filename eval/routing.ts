import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { routeInput } from '../src/agents/clerk/routing/route-input.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { createSession } from '../src/tools/session.js';
import { parsePath } from '../src/vault/paths.js';
import { createVault } from '../src/vault/vault.js';
import { type Judged, measureRoutes, type RouteFigures } from './metrics.js';
import type { How } from './open-engine.js';
import { halfOf, readSessions, type Session } from './sets.js';

/** One judged session, and the half its person is in. */
type Row = Judged & { half: number };

/**
 * Where notes belong, judged as they come: each session with its person's earlier ones in the vault. The first of a
 * project is given. People, not sessions, are split into halves.
 */
export async function evaluateRouting(folder: string, name: string, root: string, how: How): Promise<void> {
  const people = new Map<string, Session[]>();
  for (const session of readSessions(folder)) {
    if (how.half !== null && halfOf(session.person) !== how.half) continue;
    people.set(session.person, [...(people.get(session.person) ?? []), session]);
  }
  const rows: Row[] = [];
  const times: number[] = [];
  for (const [person, sessions] of people) {
    const judged = await judge(sessions, join(root, person), times, how);
    rows.push(...judged.map((row) => ({ ...row, half: halfOf(person) })));
  }
  console.log(`\n${name}: ${people.size} people, ${rows.length} judged sessions`);
  print('all', rows);
  for (const half of [0, 1]) {
    print(
      `  half ${half}`,
      rows.filter((row) => row.half === half),
    );
  }
  times.sort((a, b) => a - b);
  console.log(`  time per input: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`);
}

async function judge(
  sessions: readonly Session[],
  root: string,
  times: number[],
  how: How,
): Promise<Judged[]> {
  let now = new Date();
  const clock = { now: () => now };
  mkdirSync(join(root, 'vault'), { recursive: true });
  const vault = createVault({ root: join(root, 'vault'), clock });
  const engine = createLocalEngine({
    files: createFileSource(vault),
    indexFile: join(root, 'cache', 'index.sqlite'),
    clock,
    refresh: 'once',
    ...(how.noModel && { embedder: null }),
  });
  const context = { vault, session: createSession(), engine: async () => engine };
  const known = new Set<string>();
  const judged: Judged[] = [];
  try {
    for (const [index, { project, date, text }] of sessions.entries()) {
      now = new Date(`${date.slice(0, 10)}T12:00:00`);
      // With one project there is nothing to choose.
      if (known.has(project) && known.size > 1) {
        const started = performance.now();
        const { candidates, decision } = await routeInput(context, shortened(text, how.words), {
          language: 'en',
        });
        times.push(performance.now() - started);
        const [best] = candidates;
        judged.push({
          isRight: best?.project === project,
          probability: best?.probability ?? 0,
          files: decision === 'file',
        });
      }
      known.add(project);
      const path = `projects/${project}/bucket/${date.slice(0, 10)}-${index}.md`;
      vault.save(vault.locate(parsePath(path)), () => `${text}\n`);
      await engine.update(path);
    }
    return judged;
  } finally {
    engine.close();
  }
}

/** The first words alone, to see how short notes do. */
function shortened(text: string, words: number | null): string {
  return words === null ? text : text.split(/\s+/).slice(0, words).join(' ');
}

function at(times: readonly number[], share: number): string {
  return (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
}

function print(label: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const { top1, filed, precision, atBest, bins }: RouteFigures = measureRoutes(rows);
  const figures = `top-1 ${top1.toFixed(3)}  files ${filed.toFixed(3)} at precision ${precision.toFixed(3)}`;
  console.log(
    `${label.padEnd(10)} ${figures}  could file ${atBest.toFixed(3)} at .95  (${rows.length} sessions)`,
  );
  const shown = bins.map(
    ({ expected, right, count }) => `${expected.toFixed(2)}→${right.toFixed(2)} (${count})`,
  );
  console.log(`${''.padEnd(10)} probability → right: ${shown.join('  ')}`);
}
