import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLessons } from '../src/agents/clerk/routing/lessons.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { httpClient, serveVault, updateOf } from './support/mcp.js';
import { hasPty, rappelOnTerminal } from './support/pty.js';
import { rappel } from './support/rappel.js';
import { runAt } from './support/run-at.js';
import { runCommand } from './support/run-command.js';
import { tempVault } from './support/temp-vault.js';

const FILES = {
  'projects/tidewater/description.md': '# Tidewater\n\nA dashboard for harbours and marinas.\n',
  'projects/tidewater/state.md': '# Focus\n\nThe export of the dashboard for harbours.\n',
  'projects/halle-verte/description.md': '# Halle Verte\n\nLe site de la coopérative et ses paniers.\n',
  'overview.md': '# Projects\n',
};

const VAGUE = ['A first vague idea about nothing.', 'Une deuxième idée vague, encore sans projet.'];

/** A vault with a question for each of these texts. */
async function asking(texts: readonly string[] = VAGUE) {
  const vault = tempVault(FILES);
  for (const text of texts) await rappel(['update', text], { vault: vault.root });
  return { ...vault, open: () => readdirSync(join(vault.root, 'inbox')) };
}

/** Everything in the visible Markdown files. */
function allText(root: string): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
    .replaceAll(/\s+/g, ' ');
}

describe.skipIf(!hasPty)('rappel inbox on a terminal', () => {
  it('walks through the questions: asks again, takes a choice or words, skips', async () => {
    const { root, open, get } = await asking();
    const { code, written } = await rappelOnTerminal(['inbox'], {
      vault: root,
      steps: [
        { wait: 'q quits):', send: 'hmm\r' },
        { wait: 'ne dit pas quoi faire', send: 'tidewater: about the CSV export\r' },
        { wait: 'A first vague idea', send: '\r' },
      ],
    });
    expect({ code, written }).toMatchObject({ code: 0 });
    expect(get('projects/tidewater/changelog.md')).toContain('about the CSV export');
    expect(open()).toEqual([expect.stringContaining('first')]);
  });

  it('ends quietly with Ctrl-C, and speaks French', async () => {
    const { root, open } = await asking();
    const { code, written } = await rappelOnTerminal(['inbox'], {
      vault: root,
      env: { LANG: 'fr_FR.UTF-8' },
      steps: [{ wait: 'q quitte)\u00a0:', send: '\x03' }],
    });
    expect(code).toBe(130);
    expect(written).not.toMatch(/error|cancel/i);
    expect(open()).toHaveLength(2);
  });
});

describe('the words around an update', () => {
  it('are in the language of the user', async () => {
    const { root } = tempVault(FILES);
    const env = { LANG: 'fr_FR.UTF-8' };
    const asked = await runCommand(['update', VAGUE[1]!], { vault: root, env });
    expect(asked.out).toMatch(/Pour répondre\u00a0: rappel inbox \S+ 1 \(ou avec vos mots\)\n$/);
    expect((await runCommand(['inbox'], { vault: root, env })).out).toContain(
      'Pour répondre\u00a0: rappel inbox 1 1',
    );
    await runCommand(['inbox', '1', 'bucket'], { vault: root, env });
    expect((await runCommand(['inbox'], { vault: root, env })).out).toContain('Aucune question');
  });
});

describe('what several processes teach at once', () => {
  it('is all kept', async () => {
    const topics = ['violins', 'beekeeping', 'glaciers', 'typography', 'lighthouses', 'origami'];
    const { root, open } = await asking(topics.map((topic) => `Something vague about ${topic}.`));
    await Promise.all(open().map((item) => rappel(['inbox', item, 'tidewater'], { vault: root })));
    const lessons = readLessons(createVault({ root, clock: systemClock }));
    expect(lessons.map(({ project }) => project)).toEqual(topics.map(() => 'tidewater'));
    expect(open()).toEqual([]);
  });
});

const ODD = {
  '20 kB': 'Le prestataire livre en mai. '.repeat(700),
  'an emoji': '🎉',
  'a link': 'https://example.org/a/very/long?address=1#here',
  'a binary paste': Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 37) % 256))
    .toString('latin1')
    .replaceAll('\0', ''),
  '50 tasks': Array.from({ length: 50 }, (_, at) => `- buy part number ${at + 1}`).join('\n'),
};

describe('an odd input', () => {
  type Door = (root: string) => Promise<(text: string) => Promise<string>>;
  const doors: Record<string, Door> = {
    'the command line': async (root) => async (text) => {
      const { out } = await runCommand(['update', '-', '--json'], { vault: root, input: text });
      return JSON.parse(out).state;
    },
    HTTP: async (root) => {
      const { url } = await serveVault(root);
      const headers = { 'content-type': 'application/json' };
      return async (text) => {
        const body = JSON.stringify({ text });
        const sent = await fetch(`${url}/api/update`, { method: 'POST', headers, body });
        const { id } = (await sent.json()) as { id: string };
        const state = async () => (await runAt(url)('updates/find', { id })).state;
        await expect.poll(state, { timeout: 60_000 }).toMatch(/done|needs_answer|failed/);
        return state();
      };
    },
    MCP: async (root) => {
      const { url } = await serveVault(root);
      const client = await httpClient('v2 2025-11-25', url);
      return async (text) => {
        return updateOf(await client.callTool({ name: 'update', arguments: { text, wait: true } })).state;
      };
    },
  };

  it.each(Object.entries(doors))('is not lost and blocks nothing at %s', async (_name, open) => {
    const { root } = tempVault(FILES);
    const give = await open(root);
    for (const text of Object.values(ODD)) expect(await give(text)).toMatch(/^(?:done|needs_answer)$/);
    expect(await give('Tidewater: the harbours like the dashboard.')).toBe('done');
    const all = allText(root);
    for (const [name, text] of Object.entries(ODD))
      for (const part of name === '50 tasks' ? ['buy part number 1 ', 'buy part number 50'] : [text])
        expect(all).toContain(part.trim().replaceAll(/\s+/g, ' '));
  });
});

describe('a note in the wrong project', () => {
  it('is moved by an MCP client with the tool update', async () => {
    const { root } = tempVault(FILES);
    const { url } = await serveVault(root);
    const client = await httpClient('v2 2025-11-25', url);
    const update = async (given: object) =>
      updateOf(await client.callTool({ name: 'update', arguments: { wait: true, ...given } }));
    const first = await update({ text: 'Tidewater: the green is too light.', kind: 'note' });
    expect(first.files).toContain('vault/projects/tidewater/changelog.md');
    const moved = await update({ refile: first.id, project: 'halle' });
    expect(moved).toMatchObject({ state: 'done' });
    expect(readFileSync(join(root, 'projects/halle-verte/changelog.md'), 'utf8')).toContain('too light');
    expect(allText(root).match(/too light/g)).toHaveLength(1);
    const refused = await client.callTool({ name: 'update', arguments: { refile: first.id } });
    expect(JSON.stringify(refused)).toContain('project: got null, expected the project to move it to');
  });
});
