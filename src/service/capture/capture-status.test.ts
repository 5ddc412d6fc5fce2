import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createAgents } from '../../agents/create-agents.js';
import { setCaptureMode } from './capture-setting.js';
import { captureStatus, walledCaptureStatus } from './capture-status.js';
import type { CapturedSession } from './captured-session.js';
import { sessionFiles } from './session-files.js';
import { countShown } from './shown-tokens.js';

const note = (project: string) => `projects/${project}/bucket/session-2025-07-14-${project}.md`;

/** A vault with a session in each of these projects, that the clerk has drawn from. */
async function vaultWith(...projects: string[]) {
  const said = (project: string) =>
    [
      `# Cart of ${project}`,
      '## User',
      'the cart is empty after a reload',
      '## Assistant',
      'You could store it on the server.',
      '## User · 2025-07-14 10:05',
      `no. our staging server for ${project} is called fjord\nour accountant works for Harbour & Co`,
    ].join('\n\n');
  const files = projects.flatMap((project) => [
    [`projects/${project}/description.md`, `# ${project}\n`],
    [note(project), said(project)],
  ]);
  const vault = tempVault(Object.fromEntries(files));
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const store = sessionFiles(vault.root);
  store.prepare();
  for (const project of projects) {
    store.save(sessionOf(project));
    await agents.file({
      id: `u-${project}`,
      input: {
        text: '',
        images: [],
        inbox_ref: null,
        session: { path: note(project), from: 1, to: null },
      },
      context: vault.context,
      takeBack: async () => null,
      onEvent: () => {},
      signal: new AbortController().signal,
    });
  }
  return vault;
}

function sessionOf(project: string): CapturedSession {
  return {
    id: `s-${project}`,
    client: 'claude-code',
    directory: `/home/marie/${project}`,
    project,
    transcript: null,
    started: '2025-07-14T10:00:00.000Z',
    isFresh: true,
    parts: 1,
    offset: 0,
    before: '',
    keys: [],
    ownCalls: [],
    isPrivate: false,
    isOff: false,
    since: null,
    due: null,
    shown: '',
    file: note(project),
    drawn: 0,
  };
}

it('tells what was filed from a session, with the lines on both sides, and what waits for an answer', async () => {
  const vault = await vaultWith('shop');
  const [session] = captureStatus(vault.vault).sessions;
  expect(session).toMatchObject({ title: 'Cart of shop', turns: 3, file: `vault/${note('shop')}` });
  const [line] = session!.filed;
  expect(line).toMatchObject({ kind: 'fact', text: expect.stringContaining('called fjord') });
  expect(vault.get('projects/shop/changelog.md').split('\n')[line!.line - 1]).toBe(
    `→ vault/${note('shop')}:${line!.source}`,
  );
  expect(vault.get(note('shop')).split('\n')[line!.source - 1]).toContain('called fjord');
  expect(session!.question!.suggestions).toMatchObject([
    { kind: 'fact', text: expect.stringContaining('Harbour') },
  ]);
});

it('shows behind a wall nothing of other sessions, and counts nothing of them', async () => {
  const { vault, root } = await vaultWith('shop', 'atlas');
  setCaptureMode(root, 'atlas', 'off');
  countShown(root, 'what the memory says');
  const seen = walledCaptureStatus(vault, 'shop', (path) => path.startsWith('projects/shop/'));
  expect(seen.sessions.map(({ id }) => id)).toEqual(['s-shop']);
  expect(seen.sessions[0]!.filed).toHaveLength(1);
  expect(JSON.stringify(seen)).not.toContain('atlas');
  expect(seen).toMatchObject({ projects: {}, waiting: 0, shown_tokens: {} });
});
