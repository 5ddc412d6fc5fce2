import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../../src/vault/frontmatter.js';
import { createDice, createPlace, type Place, pause, startService, untilAgreed } from './harness.js';

/**
 * Outside programs edit the same files in the very moments in which the background job stamps them: each adds its line
 * to what it reads, at the end of the file, over the whole of it in place, or by putting a new file in its place. In the
 * end every line is there once. Only where two programs replace one file, and one does so between the last look of the
 * other and its rename, a few microseconds or the turn of a busy processor, the later one wins: Node can't exchange two
 * files in one step.
 */
export async function raceScenario({ edits }: { edits: number }) {
  const place = createPlace();
  const dice = createDice(edits);
  const FILES = 40;
  const written: { line: string; way: Way }[][] = Array.from({ length: FILES }, () => []);
  try {
    for (let n = 0; n < FILES; n++) place.put(`bucket/f-${n}.md`, `# Fichier ${n}\n`);
    const service = await startService(place);
    await untilAgreed(place, 60_000);
    let done = 0;
    // A file is stamped 200 to 320 ms after its last change: most edits come right then.
    await Promise.all(
      written.map(async (lines, file) => {
        while (done < edits) {
          const line = `ligne ${file}-${lines.length}`;
          const way = WAYS[dice(WAYS.length)]!;
          write(place, `bucket/f-${file}.md`, line, way);
          lines.push({ line, way });
          done++;
          await pause(dice(4) === 0 ? dice(20) : 195 + dice(130));
        }
      }),
    );
    await untilAgreed(place, 120_000);
    const lost: Record<Way, string[]> = { append: [], overwrite: [], replace: [] };
    for (const [file, lines] of written.entries()) {
      const body = bodyOf(place.get(`bucket/f-${file}.md`));
      for (const { line, way } of lines)
        if (body.split('\n').filter((found) => found === line).length !== 1) lost[way].push(line);
    }
    const history = await service.request('POST', '/api/history/list', { limit: 1000 });
    const replacing = written.flat().filter(({ way }) => way === 'replace').length;
    assert.deepEqual({ ...lost, replace: [] }, { append: [], overwrite: [], replace: [] });
    assert.ok(lost.replace.length <= Math.ceil(replacing / 100), `${lost.replace} are lost`);
    assert.equal(await service.stop(), 0);
    const entries = (history.body as { entries: unknown[] }).entries.length;
    return { edits: done, files: FILES, lost: lost.replace.length, historyEntries: entries };
  } finally {
    place.remove();
  }
}

const WAYS = ['append', 'overwrite', 'replace'] as const;
type Way = (typeof WAYS)[number];

function write(place: Place, path: string, line: string, way: Way): void {
  const file = join(place.vault, path);
  if (way === 'append') {
    writeFileSync(file, `${line}\n`, { flag: 'a' });
    return;
  }
  const next = `${readFileSync(file, 'utf8')}${line}\n`;
  if (way === 'overwrite') writeFileSync(file, next);
  else {
    writeFileSync(`${file}~`, next);
    renameSync(`${file}~`, file);
  }
}
