import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, EVERY_DAY, TO_SET_UP } from '../src/cli/commands.js';
import { BIN, type RunResult, rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { asNobody, has, isRoot } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const clean = (result: RunResult) => {
  expect(result.out + result.err).not.toMatch(/\n\s+at |node:internal|unexpected problem/);
  return result;
};

describe('exit codes and streams', () => {
  it('0 and standard output where it is done, also where part of it failed', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const some = clean(await runCommand(['read', 'a.md', 'missing.md'], { vault: root }));
    expect(some).toEqual({
      code: 0,
      out: '```vault/a.md\n1  | x\n```\n\n[error] vault/missing.md: no such file or folder\n',
      err: '',
    });
    expect(await runCommand(['call', 'concat', '{"files":[]}'], { vault: root })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(await runCommand(['call', '[]'], { vault: root })).toEqual({ code: 0, out: '', err: '' });
  });

  it('1 and standard error where all of it failed', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    for (const args of [
      ['read', 'missing.md'],
      ['call', 'read', '{"paths":"missing.md"}'],
      ['call', '[{"tool":"read","input":{"paths":"missing.md"}},{"tool":"read","input":{}}]'],
      ['call', 'read', '{"paths":[]}'],
      ['call', 'read', '{"paths":"a.md","__proto__":1}'],
      ['call', 'read', '[]'],
      ['call', 'read', '"a.md"'],
      ['call', 'read', 'null'],
      ['call', 'edit', '{"path":"a.md","old_content":"x","new_content":"y"}'],
      ['write', 'a.md', 'y'],
    ]) {
      const { code, out, err } = clean(await runCommand(args, { vault: root }));
      expect([args, code, out, err]).toEqual([args, 1, '', expect.stringMatching(/^\[error\] /)]);
    }
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('x\n');
  });

  it('0 with what an operation answers, and 1 where only a service can do it', async () => {
    const { root } = tempVault({});
    const { code, out } = await runCommand(['call', 'updates/list', '{"limit": 1}', '--json'], {
      vault: root,
    });
    expect([code, JSON.parse(out)]).toEqual([0, { updates: [] }]);
    expect(await runCommand(['call', 'settings/read'], { vault: root })).toMatchObject({
      code: 1,
      err: '[error] only a running service can do settings/read\nStart it with: rappel serve\n',
    });
  });

  it('1 where one of several calls failed, with every result on standard output', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const calls =
      '[{"tool":"read","input":{"paths":"missing.md"}},{"tool":"concat","input":{"files":[]}},{"tool":"read","input":{"paths":"a.md"}}]';
    expect(clean(await runCommand(['call', calls], { vault: root }))).toEqual({
      code: 1,
      out: '[error] vault/missing.md: no such file or folder\n\n```vault/a.md\n1  | x\n```\n',
      err: '[error] 1 of 3 calls failed\n',
    });
  });

  it('2, and help, where it is called wrongly', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    for (const args of [
      ['raed'],
      ['constructor'],
      ['__proto__'],
      ['call'],
      ['call', 'nothing', '{}'],
      ['call', 'read'],
      ['call', 'read', '{broken'],
      ['call', 'read', ''],
      ['call', '[{"tool":"nothing","input":{}}]'],
      ['call', '[{"tool":"read","inputs":{}}]'],
      ['call', '{"tool":"read"}'],
      ['call', '[1]'],
      ['call', `${'['.repeat(100_000)}`],
      ['read'],
      ['read', 'a.md', '--nothing'],
      ['read', 'a.md', '--head'],
      ['read', 'a.md', '--head', 'many'],
      ['read', 'a.md', '--folded=yes'],
      ['tree', 'a', 'b'],
      ['edit', 'a.md', '--old', 'x'],
      ['completion', 'tcsh'],
      ['--vault'],
    ]) {
      const { code, out, err } = clean(await runCommand(args, { vault: root }));
      expect([args.join(' ').slice(0, 60), code, out, err]).toEqual([
        args.join(' ').slice(0, 60),
        2,
        '',
        expect.stringMatching(/^\[error\] [\s\S]*\nHelp: rappel .*--help\n$/),
      ]);
    }
  });

  it('2 for a wrong value, and the option as it was typed', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    for (const [args, problem] of [
      [['find', 'x', '--limit', '0'], '--limit: got 0, expected an integer from 1 to 200'],
      [['find', 'x', '--limit', '0', '--json'], '--limit: got 0, expected an integer from 1 to 200'],
      [['search', 'x', '--limit', '0'], '--limit: got "0", expected 1 or more'],
      [['search', 'x', '--max-tokens', '0'], '--max-tokens: got 0, expected an integer from 100 to 50000'],
      [['history', '--limit', '0'], '--limit: got "0", expected 1 or more'],
      [['find', 'x', '--from', '2024-13-01'], '--from: got "2024-13-01", expected a date like 2025-07-14'],
      [['search', 'x', '--to', 'soonish'], '--to: got "soonish", expected a date like 2025-07-14'],
      [['search', 'x', '--scope', '../x'], '--scope: got "../x"'],
      [['status', '--engine', 'foo'], '--engine: got "foo", expected one of own, qmd'],
      [['tree', '--depth', '-1'], '--depth: got -1, expected '],
      [['update', 'x', '--kind', 'poem'], '--kind: got "poem", expected '],
      [['mcp', '--profile', 'all'], '--profile: got "all", expected one of memory, full, readonly'],
    ] as const) {
      const { code, err } = clean(await runCommand([...args], { vault: root }));
      expect([args, code, err]).toEqual([args, 2, expect.stringContaining(`[error] ${problem}`)]);
      expect(err).not.toContain('null');
    }
    expect(await runCommand(['find', 'x', '--from', 'last week'], { vault: root })).toMatchObject({
      code: 0,
    });
  });

  it('2 for an unknown option or command, with the one that was meant', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    for (const [args, problem] of [
      [['udpate', 'x'], 'unknown command "udpate"; did you mean "update"?'],
      [['ask', 'x'], 'unknown command "ask"; did you mean "search"?'],
      [['sing'], 'unknown command "sing"'],
      [['find', 'x', '--limt', '3'], 'unknown option --limt; did you mean --limit?'],
      [['find', '--zzzzzz'], 'unknown option --zzzzzz; put -- before text that starts with a dash'],
      [['--limt', '3', 'find', 'x'], 'unknown option --limt before the command; name the command first'],
      [['--foo'], 'unknown option --foo before the command; name the command first'],
    ] as const) {
      const { code, err } = clean(await runCommand([...args], { vault: root }));
      expect([args, code, err]).toEqual([args, 2, expect.stringContaining(`[error] ${problem}\n`)]);
    }
    expect((await runCommand(['--json', 'find', 'x'], { vault: root })).code).toBe(0);
  });

  it('takes a note as unquoted words', async () => {
    const { root } = tempVault();
    expect(
      (await runCommand(['update', 'the', 'kettle', 'is', 'blue', '--wait'], { vault: root })).code,
    ).toBe(0);
    expect((await runCommand(['find', 'kettle'], { vault: root })).out).toContain('the kettle is blue');
  });

  it('names what has no history, and the command that makes the example memory', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    expect((await runCommand(['history', 'nosuch.md'], { vault: root })).out).toBe(
      'nosuch.md has no history.\n',
    );
    const demo = join(root, '..', 'rappel-demo');
    const { code, err } = await runCommand(['search', 'x', '--vault', demo], { vault: root });
    expect([code, err]).toEqual([1, expect.stringContaining(`Create it with: rappel demo ${demo}`)]);
  });

  it('takes deep and large JSON for what it is', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const deep = `{"paths":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(clean(await runCommand(['call', 'read', '-'], { vault: root, input: deep }))).toMatchObject({
      code: 1,
      err: expect.stringContaining('[error] paths: '),
    });
    const wide = JSON.stringify({ paths: new Array(20_000).fill('a.md') });
    expect(
      (await runCommand(['call', 'read', '-'], { vault: root, input: wide })).out.split('\n\n'),
    ).toHaveLength(20_000);
    const notText = await runCommand(['append', 'a.md'], { vault: root, input: PIXEL });
    expect(clean(notText)).toMatchObject({ code: 1, err: expect.stringContaining('is not text') });
  });

  it('help and version', async () => {
    const { root } = tempVault();
    const { version } = JSON.parse(readFileSync(join(BIN, '..', '..', 'package.json'), 'utf8'));
    for (const flag of ['--version', '-V', '-v'])
      expect(await runCommand([flag])).toEqual({ code: 0, out: `${version}\n`, err: '' });
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect(clean(await runCommand(args))).toMatchObject({
        code: 0,
        out: expect.stringContaining('Usage: rappel COMMAND'),
        err: '',
      });
    const listed = async (...args: string[]) =>
      (await runCommand(args)).out.match(/^ {2}[a-z-]+(?= {2})/gm)!.map((line) => line.trim());
    expect(await listed('--help')).toEqual([...Object.keys(EVERY_DAY), ...Object.keys(TO_SET_UP)]);
    for (const args of [
      ['--help', '--all'],
      ['--all', '-h'],
      ['help', '--all'],
    ])
      expect(await listed(...args)).toEqual(Object.keys(COMMANDS));
    for (const name of [
      'init',
      'tree',
      'read',
      'concat',
      'write',
      'edit',
      'append',
      'move',
      'delete',
      'call',
      'completion',
    ]) {
      const help = clean(await runCommand([name, '--help'], { vault: root }));
      expect(help).toMatchObject({ code: 0, out: expect.stringContaining(`Usage: rappel ${name}`), err: '' });
    }
  });
});

describe('--json', () => {
  it('has one form for what was done and one for what was not', async () => {
    const { root } = tempVault({ 'a.md': 'x\n', 'i.png': PIXEL });
    const run = async (...args: string[]) => {
      const result = clean(await runCommand([...args, '--json'], { vault: root }));
      return { ...result, json: JSON.parse(result.out) };
    };
    expect((await run('call', 'read', '{"paths":["a.md","i.png","no.md"]}')).json).toEqual({
      ok: true,
      text: '```vault/a.md\n1  | x\n```\n\n[image] vault/i.png (image/png, 1×1)\n\n[error] vault/no.md: no such file or folder',
      images: [{ path: 'vault/i.png', media_type: 'image/png', data: PIXEL.toString('base64') }],
      errors: [
        {
          path: 'vault/no.md',
          code: 'not_found',
          reason: 'file.missing',
          fields: { path: 'vault/no.md' },
          message: 'no such file or folder',
        },
      ],
    });
    const failed = await run('call', 'edit', '{"path":"a.md","old_content":"x","new_content":"y"}');
    expect([failed.code, failed.json]).toEqual([
      1,
      {
        ok: false,
        error: {
          code: 'not_read',
          reason: 'file.not_read',
          fields: { path: 'vault/a.md' },
          message: expect.stringContaining('vault/a.md'),
          hint: null,
        },
      },
    ]);
    const bad = await run('call', 'read', '{"path":"a.md"}');
    expect(bad.json).toEqual({
      ok: false,
      error: {
        code: 'invalid_input',
        reason: 'input.unknown',
        fields: expect.any(Object),
        message: expect.any(String),
        hint: expect.any(String),
      },
    });
    const several = await run(
      'call',
      '[{"tool":"read","input":{"paths":"a.md"}},{"tool":"read","input":{"paths":"no.md"}}]',
    );
    expect([several.code, several.json.map((one: { ok: boolean }) => one.ok)]).toEqual([1, [true, false]]);
    expect((await run('call', '[]')).json).toEqual([]);
    for (const args of [
      ['models'],
      ['models', 'use', 'rerank', 'none'],
      ['stop'],
      ['install', '--print'],
      ['install', 'cursor', '--print'],
      ['autostart', 'on', '--print'],
      ['autostart', 'off'],
      ['setup', '--none'],
      ['setup', 'limits'],
    ])
      expect([args, (await run(...args)).json.ok]).toEqual([args, true]);
    expect((await run('install', '--print')).json.launch.args).toContain('mcp');
    const found = (await run('find', 'x')).json;
    expect(Object.keys(found).sort()).toEqual(['errors', 'images', 'ok', 'results', 'stages']);
    const usage = await run('call', 'nothing', '{}');
    expect([usage.code, usage.json.ok, usage.json.error.code]).toEqual([2, false, 'invalid_input']);
  });
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('settings', () => {
  /** A home with four vaults, each known by its one file. */
  function home() {
    const root = tempFolder();
    for (const name of ['flag', 'env', 'file', 'rappel']) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, `${name}.md`), 'x');
    }
    mkdirSync(join(root, '.config', 'rappel'), { recursive: true });
    const config = (text: string) => writeFileSync(join(root, '.config', 'rappel', 'config.json'), text);
    const tree = async (args: string[], env: NodeJS.ProcessEnv) => {
      const { code, out, err } = clean(
        await runCommand(['tree', ...args], { env: { HOME: root, ...env }, cwd: root }),
      );
      return code === 0 ? /└── (\w+)\.md/.exec(out)![1] : err;
    };
    return { root, config, tree };
  }

  it('come from flags over environment over the file over the default', async () => {
    const { root, config, tree } = home();
    const env = { RAPPEL_VAULT: join(root, 'env') };
    expect(await tree([], {})).toBe('rappel');
    config(JSON.stringify({ vault: '~/file' }));
    expect(await tree([], {})).toBe('file');
    expect(await tree([], env)).toBe('env');
    expect(await tree(['--vault', join(root, 'flag')], env)).toBe('flag');
    expect(await tree([`--vault=${root}/flag`], env)).toBe('flag');
    expect(await tree(['--vault', 'flag'], env)).toBe('flag');
    const before = clean(
      await runCommand(['--vault', join(root, 'flag'), 'tree'], { env: { HOME: root, ...env } }),
    );
    expect(before.out).toContain('flag.md');
    mkdirSync(join(root, 'xdg', 'rappel'), { recursive: true });
    writeFileSync(join(root, 'xdg', 'rappel', 'config.json'), JSON.stringify({ vault: join(root, 'env') }));
    expect(await tree([], { XDG_CONFIG_HOME: join(root, 'xdg') })).toBe('env');
  });

  it('in a broken file: a sentence that names it', async () => {
    const { config, tree } = home();
    for (const text of [
      '{',
      '[]',
      'null',
      '{"vault": 3}',
      '{"vault": ""}',
      '{"nothing": 1}',
      '{"language": "de"}',
      '',
    ]) {
      config(text);
      expect(await tree([], {})).toMatch(
        /^\[error\] the settings in .*config\.json can't be used: .+\n.+\n$/,
      );
    }
  });

  it('work without a home where the vault is named, and say what is missing where it is not', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    expect(clean(await runCommand(['read', 'a.md'], { vault: root, env: { HOME: undefined } })).code).toBe(0);
    if (!isRoot || asNobody === null) return;
    // Somebody the system knows nothing of, and without HOME.
    const by = ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups', '--'];
    const stranger = { by, env: { HOME: undefined }, cwd: '/' };
    expect(clean(await rappel(['tree'], stranger))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/home|there is no vault/),
    });
    const { chmodSync } = await import('node:fs');
    chmodSync(root, 0o755);
    expect(clean(await rappel(['read', 'a.md', '--vault', root], stranger))).toMatchObject({ code: 0 });
  });
});

describe('init', () => {
  it('makes the starter files in the language of the user, and overwrites nothing', async () => {
    const root = tempFolder();
    const about = (vault: string) =>
      /^about: (.*)$/m.exec(readFileSync(join(root, vault, 'tasks.md'), 'utf8'))![1];
    const make = async (vault: string, env: NodeJS.ProcessEnv) => {
      expect(
        clean(await runCommand(['init', '--vault', join(root, vault)], { env: { HOME: root, ...env } })).code,
      ).toBe(0);
      return about(vault);
    };
    expect(await make('en', {})).toMatch(/^Live tasks/);
    expect(await make('fr', { LANG: 'fr_FR.UTF-8' })).toMatch(/^Les tâches/);
    expect(await make('fr2', { LC_ALL: 'fr_CA.UTF-8', LANG: 'en_US.UTF-8' })).toMatch(/^Les tâches/);
    expect(await make('de', { LANG: 'de_DE.UTF-8' })).toMatch(/^Live tasks/);
    expect(await make('own', { LANG: 'fr_FR.UTF-8', RAPPEL_LANGUAGE: 'en' })).toMatch(/^Live tasks/);
    const before = Object.fromEntries(
      readdirSync(join(root, 'en'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => [name, readFileSync(join(root, 'en', name), 'utf8')]),
    );
    expect(Object.keys(before)).toHaveLength(5);
    expect(await make('en', { LANG: 'fr_FR.UTF-8' })).toMatch(/^Live tasks/);
    for (const [name, text] of Object.entries(before))
      expect(readFileSync(join(root, 'en', name), 'utf8')).toBe(text);
  });

  it('takes the folder as an argument, and names it in the next steps', async () => {
    const home = tempFolder();
    const { code, out } = clean(await runCommand(['init', '~/notes'], { env: { HOME: home } }));
    expect(code).toBe(0);
    expect(existsSync(join(home, 'notes', 'tasks.md'))).toBe(true);
    expect(existsSync(join(home, 'rappel'))).toBe(false);
    expect(out).toContain('mock-ups" --vault ~/notes\n');
  });
});

describe.skipIf(!has('bash'))('completion in bash', () => {
  /** Sources the script in a real bash, and asks it what the last word may become. */
  async function complete(root: string, ...words: string[]): Promise<string[]> {
    const script = `
      rappel() { "$NODE" "$BIN" "$@"; }
      source <(rappel completion bash) || exit 3
      complete -p rappel >/dev/null || exit 4
      COMP_WORDS=(rappel "$@"); COMP_CWORD=$#
      compopt() { options+=" $2"; }
      _rappel rappel "\${!#}" ''
      printf '%s\\n' "\${COMPREPLY[@]}" "$options"`;
    const { spawnSync } = await import('node:child_process');
    const env = { PATH: process.env.PATH, HOME: root, RAPPEL_VAULT: root, NODE: process.execPath, BIN };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
      env,
      encoding: 'utf8',
      cwd: root,
    });
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n').filter((line) => line !== '');
    // Bash itself quotes what is marked as file names.
    if (words.length > 1) expect(lines.pop()).toMatch(/^ filenames(?: nospace)?$/);
    return lines;
  }

  it('knows commands, flags, tools and the paths of the vault', async () => {
    const { root } = tempVault({
      'projects/startup-x/state.md': 'x',
      'profile.md': 'x',
      'été/note.md': 'x',
      'with space.md': 'x',
      'a*b.md': 'x',
    });
    expect(await complete(root, 'mov')).toEqual(['move']);
    expect(await complete(root, 'read', 'pro')).toEqual(['profile.md', 'projects/']);
    expect(await complete(root, 'read', 'projects/startup-x/')).toEqual(['projects/startup-x/state.md']);
    expect(await complete(root, 'read', 'vault/projects/s')).toEqual(['vault/projects/startup-x/']);
    expect(await complete(root, 'read', 'é')).toEqual(['été/']);
    expect(await complete(root, 'read', '--he')).toEqual(['--head', '--help']);
    expect(await complete(root, 'call', 'con')).toEqual(['concat']);
    expect(await complete(root, 'completion', 'b')).toEqual(['bash']);
    expect(await complete(root, 'nothing', 'x')).toEqual([]);
    expect(await complete(root, 'read', '../')).toEqual([]);
  });

  it('gives names that the shell would take apart in one piece', async () => {
    const { root } = tempVault({
      'with space.md': 'x',
      'a*b.md': 'x',
      "it's.md": 'x',
      'axb.md': 'x',
      'line\nend.md': 'x',
      'turned\u202edm.exe': 'x',
    });
    expect(await complete(root, 'read', 'tu')).toEqual([]);
    expect(await complete(root, 'read', 'wi')).toEqual(['with space.md']);
    expect(await complete(root, 'read', 'with\\ s')).toEqual(['with space.md']);
    expect(await complete(root, 'read', 'a*')).toEqual(['a*b.md']);
    expect(await complete(root, 'read', 'it')).toEqual(["it's.md"]);
    expect(await complete(root, 'read', 'li')).toEqual([]);
  });
});

describe('the scripts of other shells', () => {
  it('name the command that answers them', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, out } = await runCommand(['completion', shell]);
      expect([code, out]).toEqual([0, expect.stringContaining('rappel __complete')]);
    }
  });
});

describe('sync', () => {
  it('brings a note to another vault, says who wrote it, and leaves everything when it is turned off', async () => {
    const [laptop, desktop] = [tempVault({ 'tasks.md': '# Water\n' }), tempVault()];
    const remote = join(tempFolder(), 'memory');
    const on = (machine: typeof laptop, ...args: string[]) => runCommand(args, { vault: machine.root });
    expect((await on(laptop, 'sync', remote, '--name', 'laptop')).code).toBe(0);
    await on(laptop, 'append', 'tasks.md', '# Call Marie');
    expect((await on(laptop, 'sync')).code).toBe(0);
    const { out } = await on(desktop, 'sync', remote, '--name', 'desktop');
    expect(out).toMatch(/^In step\. Entries received: \d+, sent: 0; files changed here: 1\.\n$/);
    expect(desktop.get('tasks.md')).toContain('# Water');
    expect((await on(desktop, 'history', 'tasks.md')).out).toContain('appended to vault/tasks.md  [laptop]');
    expect((await on(desktop, 'sync', 'off')).code).toBe(0);
    const refused = await on(desktop, 'sync');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('syncs with nothing yet')]);
    expect(desktop.get('tasks.md')).toContain('# Water');
  });
});

describe('undo', () => {
  it('takes the last change back, and leaves or takes what was changed since', async () => {
    const { root, get } = tempVault({ 'tasks.md': '# Water\n' });
    const run = (...args: string[]) => runCommand(args, { vault: root });
    await run('append', 'tasks.md', '# Call Marie\nstatus: open\n\n# Pay rent');
    const { entries } = JSON.parse((await run('history', '--json', '--limit', '1')).out);
    writeFileSync(join(root, 'tasks.md'), get('tasks.md').replace('status: open', 'status: doing'));
    const refused = await run('undo', entries[0].id);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('vault/tasks.md was changed since in the same place, under "Call Marie"');
    expect(refused.err).toContain('--keep-changed');
    expect((await run('undo', entries[0].id, '--keep-changed', '--take-changed')).code).toBe(2);
    expect((await run('undo', entries[0].id, '--keep-changed')).code).toBe(0);
    expect(get('tasks.md')).toMatch(/# Water\n\n# Call Marie\nstatus: doing\n$/);
    await run('append', 'tasks.md', '# Buy milk');
    const preview = await run('undo', 'last', '--dry-run');
    expect(preview.out).toBe('vault/tasks.md: would be changed\n  - # Buy milk\n');
    const before = get('tasks.md');
    expect((await run('undo', 'last')).code).toBe(0);
    expect(get('tasks.md')).not.toContain('milk');
    expect((await run('history', '--limit', '2')).out).toContain('appended to vault/tasks.md  undone\n');
    expect((await run('redo', 'last')).code).toBe(0);
    expect(get('tasks.md')).toBe(before);
    expect((await run('redo', 'last')).code).toBe(0);
    expect(get('tasks.md')).toContain('# Pay rent');
    expect((await run('redo', 'last')).err).toContain('nothing is undone');
  });
});
