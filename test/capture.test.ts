import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sessionFiles } from '../src/service/capture/session-files.js';
import { user } from './support/captured.js';
import { rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { asNobody, canMount, fillDisk, mountSmallDisk } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const SECRET = 'zebra-quartz';

/** A vault with a project, a repository that belongs to it, and the commands of a client that works there. */
function opened({ root = tempFolder(), by }: { root?: string; by?: readonly string[] } = {}) {
  const files = { 'projects/shop/description.md': '# Shop\n\nA shop.\n', 'profile.md': 'Tea.\n' };
  const made = tempVault(files, root);
  const directory = join(tempFolder(), 'shop');
  mkdirSync(join(directory, '.git'), { recursive: true });
  const log = join(directory, 'log.jsonl');
  writeFileSync(log, '');
  const run = (...args: string[]) => runCommand(args, { vault: made.root, env: { RAPPEL_MODEL: 'none' } });
  const hook = async (event: string, env: NodeJS.ProcessEnv = {}, input?: string) => {
    const given = { session_id: 's1', cwd: directory, transcript_path: log, source: 'startup' };
    const result = await rappel(['hook', ...event.split(' ')], {
      vault: made.root,
      env,
      input: input ?? JSON.stringify(given),
      ...(by !== undefined && { by }),
    });
    expect([result.code, result.err]).toEqual([0, '']);
    return result.out;
  };
  return {
    ...made,
    directory,
    log,
    run,
    hook,
    say: (...lines: string[]) => appendFileSync(log, `${lines.join('\n')}\n`),
  };
}

/** Every file of a folder, also those that are hidden. */
function filesIn(folder: string): Map<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    found.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length + 1),
      readFileSync(join(parentPath, name), 'latin1'),
    ]),
  );
}

it('removes all that a session brought in, and leaves what the user wrote', async () => {
  const { run, hook, say, root, get, put } = opened();
  await hook('session-start');
  say(
    user('a', 'the cart is empty after a reload'),
    user('b', `our staging server is called fjord, Marion at ${SECRET} pays for it`),
    user('c', 'I need to call Margaux tomorrow about the shipping costs'),
    user('d', `our accountant works for ${SECRET}`),
  );
  await hook('stop');
  sessionFiles(root).markEnded('s1');
  await run('capture', 'file');
  const [item] = readdirSync(join(root, 'inbox'));
  await run('update', '--inbox', item!, 'all');
  const holding = [...filesIn(root)].filter(([, text]) => text.includes(SECRET)).map(([path]) => path);
  expect(holding).toEqual(
    expect.arrayContaining(['projects/shop/changelog.md', expect.stringContaining('bucket/session-')]),
  );
  put(
    'projects/shop/tasks.md',
    get('projects/shop/tasks.md').replace('call Margaux', 'call Margaux and Paul'),
  );
  put('projects/shop/changelog.md', `${get('projects/shop/changelog.md')}\n## Mine\nI wrote this.\n`);

  expect((await run('capture', 'remove', 's1')).code).toBe(1);
  const { code, out } = await run('capture', 'remove', 's1', '--yes');
  expect([code, out]).toEqual([0, 'Removed the session s1.\n']);
  const visible = [...filesIn(root)].filter(([path]) => !path.startsWith('.'));
  expect(visible.filter(([, text]) => text.includes(SECRET))).toEqual([]);
  expect(get('projects/shop/changelog.md')).toContain('I wrote this.');
  expect(get('projects/shop/tasks.md')).toMatch(/call Margaux and Paul tomorrow about the shipping costs\n$/);
  expect(readdirSync(join(root, 'projects/shop/bucket'))).toEqual([]);
  expect(existsSync(join(root, 'inbox', item!))).toBe(false);
  const state = [...filesIn(join(root, '.rappel'))].filter(([path]) =>
    /^(?:captured|queue|trash.*inbox)/.test(path),
  );
  expect(state.filter(([, text]) => text.includes(SECRET))).toEqual([]);
  // The client goes on: nothing comes back.
  say(user('e', `more ${SECRET}`));
  await hook('session-end');
  expect((await run('capture', '--json')).out).toContain('"sessions":[]');
  expect(sessionFiles(root).parts()).toEqual([]);
});

it('leaves no trace of a session with RAPPEL_OFF, at any event, and none of a failure', async () => {
  const { hook, say, root } = opened();
  await hook('nonsense', { RAPPEL_OFF: '1' });
  const before = filesIn(root);
  for (const event of ['session-start', 'stop', 'pre-compact', 'session-end', 'nonsense']) {
    say(user(event, SECRET));
    expect(await hook(event, { RAPPEL_OFF: '1' })).toBe('');
  }
  await hook('stop', { RAPPEL_OFF: '1' }, 'no json');
  expect(filesIn(root)).toEqual(before);
});

it('answers nothing and logs a line for an input that it can not read', async () => {
  const { hook, root } = opened();
  mkdirSync(join(root, '.rappel'));
  const inputs = ['', '{"session_id": "s1"', '{"session_id":3,"cwd":"/"}'];
  for (const input of inputs) expect(await hook('stop', {}, input)).toBe('');
  const lines = readFileSync(join(root, '.rappel/hooks.log'), 'utf8').match(
    / stop the input names no session/g,
  );
  expect(lines).toHaveLength(inputs.length);
});

it.skipIf(!canMount)('stores what was said while the disk was full, once there is room', async () => {
  const disk = mountSmallDisk();
  mkdirSync(join(disk, 'vault'));
  const { hook, say, root } = opened({ root: join(disk, 'vault') });
  expect(await hook('session-start')).toContain('Tea.');
  fillDisk(disk);
  say(user('a', 'said on a full disk'), user('b', 'x'.repeat(3_000)));
  expect(await hook('stop')).toBe('');
  expect(sessionFiles(root).parts()).toEqual([]);
  rmSync(join(disk, 'ballast'));
  say(user('c', 'said with room again'));
  await hook('stop');
  const stored = sessionFiles(root)
    .parts()
    .flatMap(({ lines }) => lines);
  expect(stored.map((line) => JSON.parse(line).uuid)).toEqual(['a', 'b', 'c']);
});

it.skipIf(asNobody === null)(
  'shows a memory that can not be written, and breaks no client there',
  async () => {
    const { hook, say, root, directory } = opened({ by: asNobody! });
    for (const folder of [root, directory]) chmodSync(folder, 0o555);
    const before = filesIn(root);
    expect(await hook('session-start')).toContain('Tea.');
    say(user('a', 'not stored'));
    for (const event of ['stop', 'pre-compact', 'session-end']) expect(await hook(event)).toBe('');
    expect(filesIn(root)).toEqual(before);
  },
);

/**
 * The inputs of Codex 0.166 and its log, with the fields that its public schemas name
 * (https://developers.openai.com/codex/hooks), in the order in which it runs its hooks.
 */
it('reads what Codex sends to its hooks and what it logs', async () => {
  const { run, hook, get, log, root, directory } = opened();
  const common = { session_id: '01a1e4ec-09b9-7260-bfa4-9d7b1b0dc820', transcript_path: log, cwd: directory };
  const state = { model: 'gpt-5', permission_mode: 'default' };
  const send = (event: string, hook_event_name: string, more: object) =>
    hook(`${event} --client codex`, {}, JSON.stringify({ ...common, hook_event_name, ...state, ...more }));
  const item = (role: string, text: string) => ({
    timestamp: new Date().toISOString(),
    type: 'response_item',
    payload: {
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    },
  });
  const write = (...records: object[]) =>
    appendFileSync(log, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  write(
    { type: 'session_meta', payload: { id: common.session_id, cwd: directory, source: 'exec' } },
    item('user', '<environment_context>\n  <cwd>/x</cwd>\n</environment_context>'),
  );
  const out = await send('session-start', 'SessionStart', { source: 'startup' });
  const shown: string = JSON.parse(out).hookSpecificOutput.additionalContext;
  write(item('developer', shown), item('user', 'first turn'), item('assistant', 'Noted.'));
  write({ type: 'event_msg', payload: { type: 'user_message', message: 'first turn' } });
  const ended = { turn_id: 't1', stop_hook_active: false, last_assistant_message: 'Noted.' };
  await send('stop', 'Stop', ended);
  expect(await send('session-start', 'SessionStart', { source: 'resume' })).toBe('');
  write(item('user', 'second turn'));
  await send('pre-compact', 'PreCompact', { turn_id: 't2', trigger: 'auto' });
  write({ type: 'compacted', payload: { message: 'SUMMARY' } });
  expect(await send('session-start', 'SessionStart', { source: 'compact' })).toBe(out);
  await send('stop', 'Stop', { ...ended, turn_id: 't2' });
  await run('capture', 'file');
  const [note = ''] = readdirSync(join(root, 'projects/shop/bucket'));
  const turns = get(`projects/shop/bucket/${note}`).match(/^(?:first turn|second turn|Noted\.)$/gm);
  expect(turns).toEqual(['first turn', 'Noted.', 'second turn']);
  expect(get(`projects/shop/bucket/${note}`)).not.toMatch(/rappel-memory|SUMMARY|environment_context/);
});
