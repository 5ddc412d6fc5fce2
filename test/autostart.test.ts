import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchdAgent } from '../src/cli/autostart/launchd.js';
import { systemdUnit } from '../src/cli/autostart/systemd.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';

const request = {
  command: ['/usr/bin/node', '/opt/my apps/rappel.js', 'serve', '--vault', '/home/é/50 % "x" $HOME & <y>'],
  home: '/home/é',
  env: {},
  uid: 501,
};

describe('the file for systemd', () => {
  it('quotes what systemd would read as its own', () => {
    const { file, text } = systemdUnit(request);
    expect(file).toBe('/home/é/.config/systemd/user/rappel.service');
    expect(text).toContain(
      'ExecStart="/usr/bin/node" "/opt/my apps/rappel.js" "serve" "--vault" "/home/é/50 %% \\"x\\" $$HOME & <y>"',
    );
    expect(text).toContain('WantedBy=default.target');
  });
});

describe('the file for launchd', () => {
  it('is a property list with every word escaped', () => {
    const { file, text, start } = launchdAgent(request);
    expect(file).toBe('/home/é/Library/LaunchAgents/dev.rappel.service.plist');
    expect(text).toContain('<string>/home/é/50 % "x" $HOME &amp; &lt;y&gt;</string>');
    expect(start).toEqual([['launchctl', 'bootstrap', 'gui/501', file]]);
  });
});

describe.skipIf(process.platform !== 'linux')('rappel autostart', () => {
  function machine(systemctl: string) {
    const home = tempFolder();
    const log = join(home, 'log');
    writeFileSync(join(home, 'systemctl'), `#!/bin/sh\necho "$@" >> '${log}'\n${systemctl}\n`);
    chmodSync(join(home, 'systemctl'), 0o755);
    const env = { HOME: home, PATH: `${home}:${process.env.PATH}` };
    const unit = join(home, '.config/systemd/user/rappel.service');
    return { env, unit, calls: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
  }

  it('writes the unit, starts it, and takes both back', async () => {
    const { env, unit, calls } = machine('');
    const on = await runCommand(['autostart', 'on'], { env });
    expect(on.code).toBe(0);
    expect(on.out).toContain(`Wrote ${unit}`);
    expect(readFileSync(unit, 'utf8')).toContain(`"serve" "--vault" "${join(env.HOME, 'rappel')}"`);
    expect(calls()).toBe('--user daemon-reload\n--user enable --now rappel.service\n');
    const off = await runCommand(['autostart', 'off'], { env });
    expect(off.out).toContain(`Removed ${unit}`);
    expect(existsSync(unit)).toBe(false);
    expect((await runCommand(['autostart', 'off'], { env })).out).toContain('off already');
  });

  it('prints all that without doing it', async () => {
    const { env, unit, calls } = machine('');
    const { out } = await runCommand(['autostart', 'on', '--print'], { env });
    expect(out).toContain(`# ${unit}`);
    expect(out).toContain('systemctl --user enable --now rappel.service');
    expect(existsSync(unit) || calls() !== '').toBe(false);
  });

  it('says what went wrong where the system does not listen', async () => {
    const { env } = machine('echo "Failed to connect to bus" >&2; exit 1');
    const { code, err } = await runCommand(['autostart', 'on'], { env });
    expect(code).toBe(1);
    expect(err).toContain('Failed to connect to bus');
    expect(err).toContain(
      'run: systemctl --user daemon-reload && systemctl --user enable --now rappel.service',
    );
  });

  it('writes no line end of a path into the file', async () => {
    const { env, unit } = machine('');
    const vault = join(env.HOME, 'notes\n[Service]');
    const { code, err } = await runCommand(['autostart', 'on', '--vault', vault], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('Rename the folder')]);
    expect(existsSync(unit)).toBe(false);
  });

  it('wants on or off', async () => {
    expect((await runCommand(['autostart', 'maybe'])).code).toBe(2);
  });
});
