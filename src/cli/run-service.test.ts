import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/temp-vault.js';
import { hasDesktop, openBrowser } from './run-service.js';

const URL = 'http://127.0.0.1:4747';
const linux = (env: NodeJS.ProcessEnv, interactive = true) =>
  ({ interactive, platform: 'linux', env }) as const;

describe('a desktop', () => {
  it('is there with a screen, under X and under Wayland, on macOS and Windows', () => {
    expect(hasDesktop(linux({ DISPLAY: ':0' }))).toBe(true);
    expect(hasDesktop(linux({ WAYLAND_DISPLAY: 'wayland-0' }))).toBe(true);
    expect(hasDesktop({ interactive: true, platform: 'darwin', env: {} })).toBe(true);
    expect(hasDesktop({ interactive: true, platform: 'win32', env: {} })).toBe(true);
  });

  it('is not there without a screen, without a person, over ssh, in CI, or where the user says no', () => {
    expect(hasDesktop(linux({}))).toBe(false);
    expect(hasDesktop(linux({ DISPLAY: ':0' }, false))).toBe(false);
    for (const name of ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY', 'CI', 'RAPPEL_NO_OPEN'])
      expect(hasDesktop(linux({ DISPLAY: ':0', [name]: '1' })), name).toBe(false);
    expect(hasDesktop({ interactive: true, platform: 'darwin', env: { SSH_TTY: '/dev/pts/1' } })).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('opening the browser', () => {
  it('hands the address to xdg-open', async () => {
    const folder = tempFolder();
    const program = join(folder, 'xdg-open');
    writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$@" > '${folder}/opened'\n`);
    chmodSync(program, 0o755);
    const child = openBrowser(URL, linux({ PATH: folder, DISPLAY: ':0' }))!;
    await new Promise((resolve) => child.on('exit', resolve));
    expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe(`${URL}|`);
  });

  it('starts nothing where there is no desktop', () => {
    expect(openBrowser(URL, linux({}))).toBeNull();
  });

  it('is silent where no program can do it', async () => {
    const child = openBrowser(URL, linux({ PATH: tempFolder(), DISPLAY: ':0' }))!;
    await new Promise((resolve) => child.on('error', resolve));
  });
});
