import { expect, it } from 'vitest';
import { gitServerFailure, refusedPush } from './git-failure.js';

const HTTPS = 'https://anna:secret@example.org/team.git';
const SSH = 'git@example.org:team.git';

it.each([
  [HTTPS, "fatal: Authentication failed for 'https://anna:secret@example.org/team.git/'", 'refused the user'],
  [
    HTTPS,
    "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
    'has no user',
  ],
  [
    HTTPS,
    "fatal: unable to access 'https://example.org/team.git/': The requested URL returned error: 403",
    'refused the user',
  ],
  [HTTPS, "fatal: repository 'https://example.org/team.git/' not found", 'there is no git repository at'],
  [
    HTTPS,
    "fatal: unable to access 'https://example.org/team.git/': Could not resolve host: example.org",
    'could not be reached',
  ],
  [SSH, 'git@example.org: Permission denied (publickey).', 'refused the ssh key'],
  [SSH, 'Host key verification failed.', 'does not know the host key'],
  [SSH, "fatal: '/srv/team.git' does not appear to be a git repository", 'there is no git repository at'],
])('says in one sentence what is wrong with %s, and what to do (%s)', (address, said, expected) => {
  const { message, hint } = gitServerFailure(address, said);
  expect(message).toContain(expected);
  expect(hint).toMatch(/: git ls-remote (?:https:\/\/example\.org\/|git@example\.org:)team\.git$/);
  expect(message + hint).not.toContain('secret');
});

it('is the same sentence each time, and names the address once', () => {
  const said = (ms: number) =>
    `fatal: unable to access '${HTTPS}/': Failed to connect to example.org port 443 after ${ms} ms: Couldn't connect to server`;
  expect(gitServerFailure(HTTPS, said(0)).message).toBe(
    "https://example.org/team.git could not be reached: Failed to connect to example.org port 443: Couldn't connect to server",
  );
  expect(gitServerFailure(HTTPS, said(3)).message).toBe(gitServerFailure(HTTPS, said(0)).message);
});

it('keeps the user of ssh in the command, because it belongs to the address', () => {
  const { hint } = gitServerFailure('ssh://git:secret@example.org/team.git', 'Connection refused');
  expect(hint).toMatch(/: git ls-remote ssh:\/\/git@example\.org\/team\.git$/);
});

it('names the reason of a refused branch, not that of the branches refused with it', () => {
  const reasons = [
    '[remote rejected] (atomic push failure)',
    '[remote rejected] (pre-receive hook declined)',
  ];
  expect(refusedPush(HTTPS, reasons).message).toBe(
    'https://example.org/team.git refused the changes: pre-receive hook declined',
  );
});
