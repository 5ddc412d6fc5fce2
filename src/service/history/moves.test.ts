import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT } from '../../vault/paths.js';
import { createMoves } from './moves.js';
import { createGitHistory } from './open-history.js';
import { createTimeline } from './timeline.js';

const NAMES = Array.from({ length: 70 }, (_, at) => `part-${at % 7}/note-${at}.md`);
/** Each has a link that leads out of the folder, and so changes when the folder moves. */
const LINKED = (up: string, name: string) => `# ${name}\n\nOf ${name}.\n\nSee [the plan](${up}plan.md).\n`;

/** Moves a folder of many files, every one of which changes; returns the moves that the history finds. */
async function movesOf(textOf: (up: string, name: string) => string, unchanged: Record<string, string> = {}) {
  const files = NAMES.map((name) => [`old/${name}`, textOf('../../', name)]);
  const { root, vault, put } = tempVault({ ...Object.fromEntries(files), ...unchanged, 'new/other.md': 'x' });
  const history = createGitHistory(vault);
  const record = async () => (await history.record({ source: 'tool', reason: 'x', paths: [ROOT] }))!;
  await record();
  renameSync(join(root, 'old'), join(root, 'new/place'));
  for (const name of NAMES) put(`new/place/${name}`, textOf('../../../', name));
  const entry = await record();
  const moves = await createMoves(history, createTimeline(await history.entries())).of(entry);
  return new Map(moves.map(({ from, to }) => [from as string, to as string]));
}

it('follows every file of a large folder that moved, also where all of them changed with it', async () => {
  const moves = await movesOf(LINKED);
  expect(NAMES.filter((name) => moves.get(`old/${name}`) !== `new/place/${name}`)).toEqual([]);
});

it('follows files that kept no line, with the folder of one that did', async () => {
  const moves = await movesOf((up) => `See [the plan](${up}plan.md).\n`, {
    'old/part-3/same.md': 'As before.\n',
  });
  expect(NAMES.filter((name) => moves.get(`old/${name}`) !== `new/place/${name}`)).toEqual([]);
});
