import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../../src/vault/frontmatter.js';
import { createDice, createPlace, type Place, pause, startService, untilAgreed } from './harness.js';

/**
 * Outside programs edit the same files in the very moments in which the background job stamps them: each adds its line
 * to what it reads, at the end of the file, over the whole of it in place, or by putting a new file in its place. In the
 * end every line is there once.
 */
export async function raceScenario({ edits }: { edits: number }) {
  const place = createPlace();
  const dice = createDice(edits);
  const FILES = 40;
  const written: string[][] = Array.from({ length: FILES }, () => []);
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
          write(place, `bucket/f-${file}.md`, line, dice(3));
          lines.push(line);
          done++;
          await pause(dice(4) === 0 ? dice(20) : 195 + dice(130));
        }
      }),
    );
    await untilAgreed(place, 120_000);
    let lost = 0;
    const examples: string[] = [];
    for (const [file, lines] of written.entries()) {
      const body = bodyOf(place.get(`bucket/f-${file}.md`));
      for (const line of lines) {
        if (body.split('\n').filter((found) => found === line).length === 1) continue;
        lost++;
        examples.push(`${file}: ${line}`);
      }
    }
    const history = await service.request('GET', '/api/history?limit=1000');
    assert.equal(lost, 0, `${lost} of ${done} edits are lost: ${examples.slice(0, 5)}`);
    assert.equal(await service.stop(), 0);
    const entries = (history.body as { entries: unknown[] }).entries.length;
    return { edits: done, files: FILES, lost, historyEntries: entries };
  } finally {
    place.remove();
  }
}

function write(place: Place, path: string, line: string, way: number): void {
  const file = join(place.vault, path);
  if (way === 0) {
    writeFileSync(file, `${line}\n`, { flag: 'a' });
    return;
  }
  const next = `${readFileSync(file, 'utf8')}${line}\n`;
  if (way === 1) writeFileSync(file, next);
  else {
    writeFileSync(`${file}~`, next);
    renameSync(`${file}~`, file);
  }
}
