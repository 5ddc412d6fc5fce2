import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servedApp } from '../../test/support/served-app.js';
import { recordChanges } from '../service/changes/record-changes.js';
import { saveNote } from './files.js';

const NOTE = '# Tool\n\n# Page\n\n# Disk\n';

it('keeps saves of the page apart from the changes of a tool that are not recorded yet', async () => {
  const app = await servedApp({ 'once.md': NOTE, 'mixed.md': NOTE, 'often.md': NOTE, 'again.md': NOTE });
  await app.service.caughtUp;
  await app.service.job.idle();

  const once = sharedNote(app, 'once.md');
  await once.byTool(async (write) => {
    write('Tool 1');
    await once.onPage('Page 1');
  });

  const mixed = sharedNote(app, 'mixed.md');
  await mixed.byTool(async (write) => {
    write('Tool 1');
    mixed.onDisk('Disk 1');
    await mixed.onPage('Page 1');
  });

  const often = sharedNote(app, 'often.md');
  await often.onPage('Page 1');
  often.onDisk('Disk 1');
  await often.byTool(async (write) => {
    write('Tool 1');
    await often.onPage('Page 2');
    often.onDisk('Disk 2');
    await often.onPage('Page 3');
  });
  await often.onPage('Page 4');

  const again = sharedNote(app, 'again.md');
  await again.byTool(async (write) => {
    write('Tool 1');
    await again.onPage('Page 1');
    write('Tool 2');
    await again.onPage('Page 2');
  });

  await app.service.job.idle();
  expect(await once.recorded()).toEqual(['tool: Tool 1', 'page: Page 1']);
  expect(await mixed.recorded()).toEqual(['tool: Tool 1', 'outside: Disk 1', 'page: Page 1']);
  expect(await often.recorded()).toEqual([
    'page: Page 1',
    'outside: Disk 1',
    'tool: Tool 1',
    'page: Page 2',
    'outside: Disk 2',
    'page: Page 4',
    'page: Page 3',
  ]);
  // One run is one entry, which holds what it wrote last: what it wrote before has no entry of its own.
  const lines = (await again.recorded()).map((line) => line.split(': ')[1]);
  expect(lines).toEqual(['Tool 1', 'Page 1', 'Tool 2', 'Page 2']);
});

/** A note that a tool, the page and another program change, each at its own heading. */
function sharedNote({ service, vault, root }: Awaited<ReturnType<typeof servedApp>>, path: string) {
  const place = vault.resolve(path);
  const read = () => readFileSync(join(root, path), 'utf8');
  const added = (line: string) => read().replace(`# ${line.split(' ')[0]}\n`, `$&\n${line} of ${path}\n`);
  return {
    onDisk: (line: string) => writeFileSync(join(root, path), added(line)),
    onPage: (line: string) => saveNote(service, path, { base: read(), text: added(line), choices: {} }),
    /** One run of a tool; its entry is recorded when the work is done. */
    byTool: (work: (write: (line: string) => void) => Promise<void>) =>
      recordChanges(service, { source: 'tool', reason: () => 'Edited by a tool' }, (watched) =>
        work((line) => void watched.save(place, () => added(line))),
      ),
    /** Who brought each line into the history, oldest first; a line that came twice is there twice. */
    async recorded(): Promise<string[]> {
      const history = await service.history();
      const lines: string[] = [];
      const entries = await history.list({ path: place.path, limit: 20 });
      for (const { id, source } of entries.toReversed())
        for (const [, line, of] of (await history.diff(id)).matchAll(/^\+(\w+ \d) of (.*)$/gm))
          if (of === path) lines.push(`${source}: ${line}`);
      return lines;
    },
  };
}
