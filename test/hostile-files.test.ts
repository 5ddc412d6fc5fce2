import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BIN, type RunResult, rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { count } from './support/runs.js';
import { asNobody, has } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

/** A command reads, indexes and writes all of it: 100 MB take half a minute. */
const MEGABYTES = count(20, 100);
const LINES = count(100_000, 1_000_000);

const STAMPS = /^(created|updated): .*$/gm;
const unstamped = (text: string) => text.replace(STAMPS, '$1: TIME');

function clean(result: RunResult): RunResult {
  expect(result.err).not.toMatch(/\n\s+at |node:internal|unexpected problem/);
  return result;
}

describe('text of every kind, through the command', () => {
  it('keeps \\r\\n, a byte order mark and a missing final line end when it is edited', async () => {
    const { root, put, get } = tempVault({
      'a.md': '\uFEFF---\r\nabout: x # y\r\n---\r\nun\r\ndeux\r\ntrois',
    });
    const run = (...args: string[]) => runCommand(args, { vault: root });
    expect((await run('read', 'a.md')).out).toBe(
      '```vault/a.md\n1  | ---\n2  | about: x # y\n3  | ---\n4  | un\n5  | deux\n6  | trois\n```\n',
    );
    expect((await run('edit', 'a.md', '--old', 'deux\ntrois', '--new', 'DEUX\nTROIS')).code).toBe(0);
    expect(unstamped(get('a.md'))).toBe(
      '\uFEFF---\r\ncreated: TIME\r\nupdated: TIME\r\ntokens: 4\r\nabout: x # y\r\n---\r\nun\r\nDEUX\r\nTROIS',
    );
    expect((await run('append', 'a.md', 'quatre')).code).toBe(0);
    expect(get('a.md').endsWith('TROIS\r\n\r\nquatre\r\n')).toBe(true);
    put('b.md', 'no end');
    expect((await run('edit', 'b.md', '--old', '1  | no end', '--new', 'still none')).code).toBe(0);
    expect(get('b.md').endsWith('---\n\nstill none')).toBe(true);
  });

  it('keeps broken frontmatter as it is', async () => {
    const broken = '---\na: "never closed\n: {[\n\ttabs: yes\n---\nbody\n';
    const { root, get } = tempVault({ 'a.md': broken });
    const { code, out } = clean(
      await runCommand(['edit', 'a.md', '--old', 'body', '--new', 'text'], { vault: root }),
    );
    expect([code, out.split('\n')[0]]).toEqual([0, 'edited vault/a.md']);
    expect(get('a.md')).toContain('a: "never closed\n: {[\n\ttabs: yes\n---\ntext\n');
  });

  it('says that a file is not text, and never touches it', async () => {
    const binaries = {
      'nul.md': Buffer.from('a\0b'),
      'latin.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'utf16.md': Buffer.from('\uFEFFtext', 'utf16le'),
      'cut.md': Buffer.from([0xf0, 0x9f, 0x98]),
      program: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
    };
    const { root } = tempVault(binaries);
    for (const [name, bytes] of Object.entries(binaries)) {
      const calls = [
        { tool: 'read', input: { paths: name } },
        { tool: 'concat', input: { files: [{ path: name }] } },
        { tool: 'append', input: { path: name, content: 'x' } },
        { tool: 'write', input: { path: name, content: 'x' } },
        { tool: 'edit', input: { path: name, old_content: 'a', new_content: 'b' } },
      ];
      const { code, out, err } = clean(await runCommand(['call', JSON.stringify(calls)], { vault: root }));
      const line = `[error] vault/${name}: not a text file`;
      expect([code, out, err]).toEqual([1, '', `${new Array(5).fill(line).join('\n\n')}\n`]);
      expect(clean(await runCommand(['write', name, 'x', '--force'], { vault: root })).err).toBe(`${line}\n`);
      expect(readFileSync(join(root, name))).toEqual(bytes);
    }
  });

  it('reads and edits a single line of 10 MB', async () => {
    const line = 'é '.repeat(3_500_000);
    const { root, get } = tempVault({ 'line.txt': `${line}END\n` });
    const { out } = await runCommand(['read', 'line.txt'], { vault: root });
    expect(out === `\`\`\`vault/line.txt\n1  | ${line}END\n\`\`\`\n`).toBe(true);
    expect((await runCommand(['read', 'line.txt', '--head', '100'], { vault: root })).out).toBe(
      '```vault/line.txt (no line fits)\n```\n',
    );
    const edited = clean(
      await runCommand(['edit', 'line.txt', '--old', 'END', '--new', 'FIN'], { vault: root }),
    );
    expect(edited.code).toBe(0);
    expect(get('line.txt') === `${line}FIN\n`).toBe(true);
  });

  it(`reads, edits and appends to ${LINES} empty lines`, async () => {
    const { root, get } = tempVault({ 'empty.md': '\n'.repeat(LINES) });
    const run = (...args: string[]) => runCommand(args, { vault: root });
    expect((await run('read', 'empty.md', '--tail', '1')).out).toBe(
      `\`\`\`vault/empty.md (lines ${LINES - 3}-${LINES})\n${[3, 2, 1].map((from) => `${LINES - from}  |\n`).join('')}${LINES} |\n\`\`\`\n`,
    );
    expect((await run('edit', 'empty.md', '--old', `${LINES - 1}  |`, '--new', 'here')).code).toBe(0);
    expect(get('empty.md').endsWith(`${'\n'.repeat(LINES - 2)}here\n\n`)).toBe(true);
    const several = clean(await run('edit', 'empty.md', '--old', '\n', '--new', 'x'));
    expect([several.code, several.err]).toEqual([
      1,
      expect.stringMatching(/occurs 1000 or more times, at lines 1, /),
    ]);
    expect((await run('append', 'empty.md', 'end')).code).toBe(0);
    expect(get('empty.md').endsWith('here\n\nend\n')).toBe(true);
    expect((await run('read', 'empty.md', '--folded')).code).toBe(0);
  });

  it(`reads, appends to and edits ${MEGABYTES} MB`, async () => {
    const line = `${'0123456789abcdef'.repeat(64)}\n`;
    const lines = Math.ceil((MEGABYTES * 1024 * 1024) / line.length);
    const { root } = tempVault();
    const path = join(root, 'big.md');
    writeFileSync(path, line.repeat(lines));
    const { size, hash } = await outputOf(['read', 'big.md'], root);
    const expected = createHash('sha256').update('```vault/big.md\n');
    const width = String(lines).length;
    let length = '```vault/big.md\n```\n'.length;
    for (let number = 1; number <= lines; number++) {
      const shown = `${String(number).padEnd(width)} | ${line}`;
      expected.update(shown);
      length += shown.length;
    }
    expect([size, hash]).toEqual([length, expected.update('```\n').digest('hex')]);
    const run = async (...args: string[]) => clean(await runCommand(args, { vault: root }));
    expect((await run('concat', `big.md:${lines}-${lines}`)).out).toContain(`${lines} | 0123`);
    // In one command, which indexes the file once.
    const changes = [
      { tool: 'append', input: { path: 'big.md', content: 'the end' } },
      { tool: 'edit', input: { path: 'big.md', old_content: 'the end', new_content: 'THE END' } },
    ];
    expect((await run('call', JSON.stringify(changes))).code).toBe(0);
    expect(statSync(path).size).toBeGreaterThan(line.length * lines);
    expect(readFileSync(path).subarray(-40).toString()).toMatch(/cdef\n\nTHE END\n$/);
    expect((await run('tree')).out).toMatch(
      new RegExp(`big\\.md {2}\\[${MEGABYTES === 100 ? 26 : 5}\\.\\dM · `),
    );
  }, 240_000);

  it('says so where a file or an answer is too large', async () => {
    const { root } = tempVault();
    spawnSync('truncate', ['-s', '500M', join(root, 'huge.md')]);
    const huge = clean(await runCommand(['read', 'huge.md'], { vault: root }));
    expect([huge.code, huge.err]).toEqual([1, expect.stringContaining('larger than 400 MB')]);
    writeFileSync(join(root, 'half.txt'), 'x'.repeat(300 * 1024 * 1024));
    const twice = clean(await runCommand(['read', 'half.txt', 'half.txt', 'half.txt'], { vault: root }));
    expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/answer .*too large/)]);
  });
});

const NAMES = [
  'with space.md',
  'été.md',
  'a`b.md',
  '😀 smile.md',
  '-dash.md',
  '$HOME.md',
  '[brackets].md',
  '{a,b}.md',
  '#hash.md',
  '~tilde.md',
  '%20.md',
  `${'x'.repeat(247)}.md`,
];

describe('names of every kind, through the command', () => {
  it('are read, edited, moved and deleted', async () => {
    const { root } = tempVault(Object.fromEntries(NAMES.map((name) => [name, 'text\n'])));
    const calls = NAMES.flatMap((name) => [
      { tool: 'read', input: { paths: name } },
      { tool: 'edit', input: { path: name, old_content: 'text', new_content: 'TEXT' } },
      { tool: 'move', input: { from: name, to: `sub/${name}` } },
      { tool: 'concat', input: { files: [{ path: `sub/${name}`, lines: '7-7' }] } },
      { tool: 'delete', input: { path: `sub/${name}` } },
    ]);
    const { code, out } = clean(await runCommand(['call', JSON.stringify(calls)], { vault: root }));
    expect(code).toBe(0);
    const parts = out.trimEnd().split('\n\n');
    expect(parts).toHaveLength(calls.length);
    for (const [at, name] of NAMES.entries()) {
      const fence = name.includes('`') ? '~~~' : '```';
      const [read, edited, ...rest] = parts.slice(5 * at, 5 * at + 5);
      expect(read).toBe(`${fence}vault/${name}\n1  | text\n${fence}`);
      expect(edited).toContain(`edited vault/${name}\n`);
      expect(rest).toEqual([
        `moved vault/${name} to vault/sub/${name}`,
        `${fence}vault/sub/${name} (lines 7-7)\n7  | TEXT\n${fence}`,
        `deleted vault/sub/${name}`,
      ]);
    }
    expect(readdirSync(join(root, 'sub'))).toEqual([]);
  });

  it('finds a name in either Unicode form, and keeps the one on the disk', async () => {
    const { root } = tempVault({ 'e\u0301te\u0301/cafe\u0301.md': 'nfd\n', 'déjà.md': 'nfc\n' });
    const run = (...args: string[]) => runCommand(args, { vault: root });
    for (const path of ['été/café.md', 'e\u0301te\u0301/cafe\u0301.md'])
      expect((await run('read', path)).out).toBe('```vault/été/café.md\n1  | nfd\n```\n');
    expect((await run('read', 'de\u0301ja\u0300.md')).out).toBe('```vault/déjà.md\n1  | nfc\n```\n');
    expect((await run('read', '*/caf*.md')).out).toContain('vault/été/café.md');
    expect((await run('append', 'été/café.md', 'more')).code).toBe(0);
    expect((await run('write', 'été/new.md', 'more')).code).toBe(0);
    expect(readdirSync(join(root, 'e\u0301te\u0301')).sort()).toEqual(['cafe\u0301.md', 'new.md']);
    expect((await run('move', 'déjà.md', 'été/café.md')).code).toBe(1);
    expect((await run('tree')).out).toContain('été/');
  });

  it('shows names that hold line ends on one line, and refuses to read them', async () => {
    const { root } = tempVault({ 'a\nb.md': 'x', 'c.md': 'y\n', 'evil\n```\n\nfake.md': 'z' });
    const tree = clean(await runCommand(['tree'], { vault: root }));
    expect(tree.out).toContain('├── a\uFFFDb.md');
    for (const path of ['vault/', '*.md', '**']) {
      const { out, code } = clean(await runCommand(['read', path], { vault: root }));
      expect(code).toBe(0);
      expect(out.split('\n\n')).toEqual([
        '[error] vault/a\uFFFDb.md: the name contains a control character',
        '```vault/c.md\n1  | y\n```',
        '[error] vault/evil\uFFFD```\uFFFD\uFFFDfake.md: the name contains a control character\n',
      ]);
    }
    const near = clean(await runCommand(['read', 'ab.md'], { vault: root }));
    expect(near.err).not.toContain('a\nb.md');
    expect(clean(await runCommand(['read', 'a\nb.md'], { vault: root })).err).toContain('control character');
  });

  it('survives names that are not UTF-8', async () => {
    const { root } = tempVault({ 'ok.md': 'fine\n' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'x');
    mkdirSync(Buffer.concat([Buffer.from(`${root}/dir`), Buffer.from([0xff])]));
    const read = clean(await runCommand(['read', 'vault/'], { vault: root }));
    expect([read.code, read.out]).toEqual([0, expect.stringContaining('1  | fine')]);
    expect(clean(await runCommand(['tree'], { vault: root })).code).toBe(0);
    expect(clean(await runCommand(['append', 'ok.md', 'x'], { vault: root })).err).toBe('');
  });
});

describe('what is no file, in the vault', () => {
  it('is never opened: pipes and sockets do not block', async () => {
    const { root } = tempVault({ 'a.md': 'text\n' });
    if (has('mkfifo')) spawnSync('mkfifo', [join(root, 'pipe.md'), join(root, 'pipe.png')]);
    const server = createServer().listen(join(root, 'socket.md'));
    onTestFinished(() => void server.close());
    symlinkSync('pipe.md', join(root, 'link.md'));
    const run = async (...args: string[]) => clean(await runCommand(args, { vault: root }));
    expect((await run('tree')).out.split('\n')).toHaveLength(3);
    expect((await run('read', 'vault/')).out).toBe('```vault/a.md\n1  | text\n```\n');
    for (const path of ['pipe.md', 'socket.md', 'link.md', 'pipe.png']) {
      if (!existsSync(join(root, path))) continue;
      const calls = [
        { tool: 'read', input: { paths: path } },
        { tool: 'concat', input: { files: [{ path }] } },
        { tool: 'append', input: { path, content: 'x' } },
        { tool: 'write', input: { path, content: 'x' } },
        { tool: 'edit', input: { path, old_content: 'a', new_content: 'b' } },
        { tool: 'tree', input: { path } },
      ];
      const { code, err } = await run('call', JSON.stringify(calls));
      const lines = err.trimEnd().split('\n\n');
      expect([code, lines.length]).toEqual([1, calls.length]);
      for (const line of lines) expect(line).toMatch(/not (?:a text file|an image)/);
    }
    expect((await run('move', 'pipe.md', 'moved.md')).code).toBe(0);
    expect(lstatSync(join(root, 'moved.md')).isFIFO()).toBe(true);
  });

  it('walks past links to folders, and ends', async () => {
    const { root } = tempVault({ 'a/b/c.md': 'x\n' });
    symlinkSync('..', join(root, 'a', 'up'));
    symlinkSync('.', join(root, 'self'));
    const { out } = clean(await runCommand(['tree'], { vault: root }));
    expect(out.split('\n').filter((line) => line.includes('c.md'))).toHaveLength(1);
    expect((await runCommand(['read', '**/c.md'], { vault: root })).out).toBe(
      '```vault/a/b/c.md\n1  | x\n```\n',
    );
  });
});

const noOneElse = 'this system has no way to run a command without the rights of root (setpriv)';
if (asNobody === null) console.warn(`Skipping the tests of permissions: ${noOneElse}.`);

describe.skipIf(asNobody === null)('without permission', () => {
  function sharedVault(files: Record<string, string>) {
    const vault = tempVault(files);
    spawnSync('chown', ['-R', '65534:65534', vault.root]);
    const run = async (...args: string[]) => clean(await rappel(args, { vault: vault.root, by: asNobody! }));
    return { ...vault, run };
  }

  it('says so for a file that can not be read, and shows the others', async () => {
    const { root, run } = sharedVault({ 'a.md': 'a\n', 'secret.md': 's\n', 'z.md': 'z\n' });
    chmodSync(join(root, 'secret.md'), 0);
    const { code, out } = await run('read', 'vault/');
    expect([code, out.split('\n\n')]).toEqual([
      0,
      [
        '```vault/a.md\n1  | a\n```',
        '[error] vault/secret.md: permission denied',
        '```vault/z.md\n1  | z\n```\n',
      ],
    ]);
    const alone = await run('read', 'secret.md');
    expect([alone.code, alone.out, alone.err]).toEqual([
      1,
      '',
      '[error] vault/secret.md: permission denied\n',
    ]);
    expect((await run('tree')).out).toContain('secret.md  [0 · ');
    for (const args of [
      ['append', 'secret.md', 'x'],
      ['edit', 'secret.md', '--old', 's', '--new', 't'],
    ])
      expect(await run(...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('permission denied'),
      });
    // What can't be kept for the history is not moved or deleted: it could not be undone.
    for (const args of [
      ['move', 'secret.md', 'moved.md'],
      ['delete', 'secret.md'],
    ])
      expect(await run(...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('permission denied'),
      });
    expect(readFileSync(join(root, 'secret.md'), 'utf8')).toBe('s\n');
    expect(existsSync(join(root, 'moved.md'))).toBe(false);
  });

  it('reads what can be read of a vault that can not be written, and names the state that can not be read', async () => {
    const { root, run } = sharedVault({ 'a.md': 'a\n' });
    expect((await run('append', 'a.md', 'the kettle is blue')).code).toBe(0);
    const out = tempFolder();
    spawnSync('chown', ['65534:65534', out]);
    const state = join(root, '.rappel');
    for (const folder of [root, state]) chmodSync(folder, 0o555);
    expect((await run('history')).out).toContain('vault/a.md');
    expect((await run('status')).code).toBe(0);
    expect(await run('export', join(out, 'a.tar.gz'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('Exported 2 files to '),
    });
    expect(await run('update', 'hello')).toMatchObject({
      code: 1,
      err: `[error] ${join(state, 'state.db')}: permission denied\nCheck who owns the file and its folder.\n`,
    });
    for (const unreadable of [join(state, 'history.git'), state]) {
      chmodSync(unreadable, 0);
      for (const args of [['history'], ['export', join(out, 'b.tar.gz')]])
        expect(await run(...args)).toMatchObject({
          code: 1,
          out: '',
          err: `[error] ${unreadable}: permission denied\nCheck who owns the file and its folder.\n`,
        });
      expect((await run('status')).out).toContain(`Problem  ${unreadable}: permission denied.`);
    }
    for (const folder of [root, state]) chmodSync(folder, 0o755);
    chmodSync(join(state, 'history.git'), 0o755);
    expect(readdirSync(out)).toEqual(['a.tar.gz']);
  });

  it('refuses to replace a file that was made read-only', async () => {
    const { root, get, run } = sharedVault({ 'a.md': 'a\n' });
    chmodSync(join(root, 'a.md'), 0o444);
    for (const args of [
      ['append', 'a.md', 'x'],
      ['edit', 'a.md', '--old', 'a', '--new', 'b'],
      ['write', 'a.md', 'x', '--force'],
    ])
      expect(await run(...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('vault/a.md: permission denied'),
      });
    expect(get('a.md')).toBe('a\n');
    expect((await run('read', 'a.md')).code).toBe(0);
  });

  it('shows the rest of the tree, and of a wildcard path, where a folder is closed', async () => {
    const { root, run } = sharedVault({ 'a.md': 'a\n', 'closed/b.md': 'b\n', 'open/c.md': 'c\n' });
    chmodSync(join(root, 'closed'), 0);
    const tree = await run('tree');
    expect([tree.code, tree.out]).toEqual([0, expect.stringMatching(/closed\/ {2}\[0 · —\]\n.*open\//)]);
    const glob = await run('read', '**/*.md');
    expect(glob.out.split('\n\n')).toEqual([
      '```vault/a.md\n1  | a\n```',
      '```vault/open/c.md\n1  | c\n```',
      '[error] vault/closed/: permission denied\n',
    ]);
    expect(await run('read', 'closed/b.md')).toMatchObject({
      code: 1,
      err: '[error] vault/closed/b.md: permission denied\n',
    });
    expect(await run('read', 'closed/')).toMatchObject({
      code: 1,
      err: '[error] vault/closed/: permission denied\n',
    });
    expect(await run('write', 'closed/new.md', 'x')).toMatchObject({ code: 1 });
    expect((await run('append', 'a.md', 'x')).code).toBe(0);
    chmodSync(join(root, 'closed'), 0o755);
    expect(readdirSync(join(root, 'closed'))).toEqual(['b.md']);
  });

  it('loses nothing in a folder that can not be written', async () => {
    const { root, get, run } = sharedVault({ 'fixed/a.md': 'a\n', 'b.md': 'b\n' });
    chmodSync(join(root, 'fixed'), 0o555);
    for (const args of [
      ['append', 'fixed/a.md', 'x'],
      ['edit', 'fixed/a.md', '--old', 'a', '--new', 'b'],
      ['write', 'fixed/new.md', 'x'],
      ['write', 'fixed/deep/new.md', 'x'],
      ['delete', 'fixed/a.md'],
      ['move', 'fixed/a.md', 'free.md'],
      ['move', 'b.md', 'fixed/b.md'],
    ])
      expect(await run(...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('permission denied'),
      });
    expect([get('fixed/a.md'), get('b.md')]).toEqual(['a\n', 'b\n']);
    expect(existsSync(join(root, 'free.md'))).toBe(false);
    expect(readdirSync(join(root, 'fixed'))).toEqual(['a.md']);
  });
});

/** The length and hash of a large output, without holding it. */
function outputOf(args: string[], vault: string): Promise<{ size: number; hash: string }> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env.PATH, RAPPEL_VAULT: vault, HOME: vault },
  });
  const hash = createHash('sha256');
  let size = 0;
  child.stdout.on('data', (part: Buffer) => {
    hash.update(part);
    size += part.length;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve({ size, hash: hash.digest('hex') }));
  });
}
