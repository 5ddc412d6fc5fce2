import { expect, it, onTestFinished } from 'vitest';
import { type Behaviour, fakeQmd } from '../../../../test/support/fake-qmd.js';
import { createQmdClient } from './client.js';

function start(behaviour: Behaviour) {
  const { childScript, env } = fakeQmd(behaviour);
  let now = 0;
  let starts = 0;
  const client = createQmdClient({
    start() {
      starts++;
      return {
        child: { module: childScript, node: process.execPath, env },
        open: { package: '', database: '', models: {} as never },
      };
    },
    now: () => now,
  });
  onTestFinished(() => client.close());
  const search = () =>
    client.request('search', { query: 'x', words: [], limit: 1, allowed: null }, 30_000).then(
      () => 'answered',
      (error: Error) => error.message,
    );
  return { client, search, starts: () => starts, pass: (milliseconds: number) => (now += milliseconds) };
}

it('a process that dies again and again is started later and later', async () => {
  const { search, starts, pass } = start('dies');
  expect(await search()).toMatch(/^QMD ended/);
  expect(await search()).toMatch(/^QMD ended/);
  expect(starts()).toBe(2);
  expect(await search()).toMatch(/it is tried again in 1 s$/);
  expect(starts()).toBe(2);
  pass(1_000);
  expect(await search()).toMatch(/^QMD ended/);
  expect(await search()).toMatch(/it is tried again in 2 s$/);
  expect(starts()).toBe(3);
});

it('an answer makes up for an earlier death', async () => {
  const { search, client } = start('dies-once');
  expect(await search()).toMatch(/^QMD ended/);
  expect(client.problem()).not.toBeNull();
  expect(await search()).toBe('answered');
  expect(client.problem()).toBeNull();
});

it('a program that can not be started is a problem, not an exception', async () => {
  const client = createQmdClient({
    start: () => ({
      child: { module: 'none.js', node: '/nowhere/node', env: {} },
      open: { package: '', database: '', models: {} as never },
    }),
    now: () => 0,
  });
  await expect(client.request('ping', {}, 10_000)).rejects.toThrow(/^QMD can't be started: /);
});

it('a closed one starts nothing any more', async () => {
  const { client, search, starts } = start('well');
  expect(await search()).toBe('answered');
  client.close();
  expect(await search()).toBe('the engine is closed');
  expect(starts()).toBe(1);
});
