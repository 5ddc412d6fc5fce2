import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { indexFile } from '../../search/cache-folder.js';
import { openEngine } from '../../service/engine/open-engine.js';
import { createTurns } from '../turns.js';
import { createCopyIndexer } from './keep-copies.js';

function indexed() {
  const { root, vault } = tempVault({ 'bucket/a.md': 'The kettle is red.\n' });
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder() };
  const said: string[] = [];
  const turns = createTurns();
  const stopping = new AbortController();
  const indexer = createCopyIndexer(turns, stopping.signal);
  const copy = { root, env, log: (message: string) => void said.push(message) };
  const start = () => indexer.start(copy);
  /** How many files the index lacks. */
  const missing = async () => {
    const engine = await openEngine(vault, env);
    const { indexed: count } = await engine.refresh();
    engine.close();
    return count;
  };
  return { root, env, said, turns, stopping, indexer, start, missing };
}

it('indexes a copy, so that the node that takes the lead need not', async () => {
  const { said, indexer, start, missing } = indexed();
  start();
  await indexer.idle();
  expect([said, await missing()]).toEqual([[], 0]);
});

it('waits until no vault is being opened, and gives up a copy that is', async () => {
  const { root, env, said, turns, indexer, start } = indexed();
  let opened = () => {};
  const opening = turns.open(
    () => true,
    () =>
      new Promise<void>((resolve) => {
        opened = resolve;
      }),
  );
  start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(turns.isOpening()).toBe(true);
  await indexer.stop(root);
  opened();
  await opening;
  expect([turns.isOpening(), said, existsSync(indexFile(root, env))]).toEqual([false, [], false]);
});

it('ends with the node', async () => {
  const stopped = indexed();
  stopped.stopping.abort();
  stopped.start();
  await stopped.indexer.idle();
  expect(existsSync(indexFile(stopped.root, stopped.env))).toBe(false);
});
