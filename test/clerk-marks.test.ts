import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { createLocalMemory } from '../src/memory/local-memory.js';
import { openCore } from '../src/service/open-core.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const PAGE = readFileSync(new URL('../docs/marks.md', import.meta.url), 'utf8');

/** Each example of the page. */
const EXAMPLES = [...PAGE.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text]) => text!);
const LIST = /```\n([\s\S]*?)\n```/.exec(PAGE)![1]!;

/** Files a text on Monday 2025-07-14 and returns what the vault then says, file by file. */
async function filed(text: string): Promise<Record<string, string>> {
  const { root, vault } = tempVault({
    'projects/tidewater/description.md': '# Tidewater\n\nA dashboard for harbours.\n',
    'projects/halle-verte/description.md': '# Halle Verte\n\nLe site de la coopérative et ses paniers.\n',
    'projects/loom/description.md': '# Loom\n\nWeaving a wool blanket, and dyeing it with walnut.\n',
    'tasks.md':
      '# Call the plumber\nstatus: to-do\n\n# Appeler le plombier\nstatus: à-faire\n\n# Buy milk\nstatus: to-do\n',
  });
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const env = { XDG_CACHE_HOME: tempFolder() };
  const memory = createLocalMemory(openCore({ vault, env, agents: async () => agents, log: () => {} }));
  onTestFinished(() => memory.close());
  const { id } = await memory.run('update', { text, images: [], inbox_ref: null });
  const { state } = await memory.run('updates/follow', { id: id });
  // What people say of themselves may be asked about all the same: whether it is for one project.
  if (!/^pr[ée]f[ée]rence/.test(text)) expect(state).toBe('done');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(root, name), 'utf8')]),
  );
}

const EXPECTED: Record<string, readonly [file: string, text: RegExp]> = {
  'todo: call': ['tasks.md', /^# call the plumber before Friday\n.*\ndeadline: 2025-07-18$/m],
  'à faire : appeler': ['tasks.md', /^# appeler le plombier avant vendredi\n.*\ndeadline: 2025-07-18$/m],
  'done: call': ['changelog.md', /^## Done: Call the plumber$/m],
  'fait : appeler': ['changelog.md', /^## Fait : Appeler le plombier$/m],
  'tidewater: decision:': [
    'projects/tidewater/changelog.md',
    /^## \[decision\] the map is drawn in Leaflet$/m,
  ],
  'tidewater : décision :': [
    'projects/tidewater/changelog.md',
    /^## \[décision\] la carte est dessinée avec/m,
  ],
  'appointment: dentist': ['tasks.md', /^# dentist on 12 March at 14:30\n.*\ndeadline: 2026-03-12 14:30$/m],
  'rdv : dentiste': ['tasks.md', /^# dentiste le 12 mars à 14h30\n.*\ndeadline: 2026-03-12 14:30$/m],
  'preference: no': ['profile.md', /^- no meeting before ten\.$/m],
  'préférence : pas': ['profile.md', /^- pas de réunion avant dix heures\.$/m],
  'tidewater: note:': ['projects/tidewater/changelog.md', /^## the green is too light$/m],
  'tidewater : note :': ['projects/tidewater/changelog.md', /^## le vert est trop clair$/m],
  'project tidewater:': ['projects/tidewater/tasks.md', /^# send the screens$/m],
  'projet tidewater :': ['projects/tidewater/tasks.md', /^# envoyer les écrans$/m],
  'new project:': ['projects/harbour-walk/description.md', /new project: Harbour Walk/],
  'nouveau projet :': ['projects/sentier-du-port/description.md', /nouveau projet : Sentier du port/],
};

describe('docs/marks.md', () => {
  it('has an example of each mark that is tested here', () => {
    const starts = Object.keys(EXPECTED);
    expect(EXAMPLES).toEqual(starts.map((start) => expect.stringContaining(start)));
  });

  it.each(EXAMPLES)('says what happens, without a question: %s', async (text) => {
    const [, [file, said]] = Object.entries(EXPECTED).find(([start]) => text.startsWith(start))!;
    expect((await filed(text))[file]).toMatch(said);
  });

  it('ends a task that is done', async () => {
    expect((await filed('done: call the plumber'))['tasks.md']).not.toContain('plumber');
  });

  it('makes a task of each line of a list', async () => {
    const tasks = (await filed(LIST))['projects/tidewater/tasks.md']!;
    expect(tasks.match(/^# .*$/gm)).toEqual(['# send the invoice', '# call the printer on Monday']);
  });
});

describe('other ways to write a mark', () => {
  it.each([
    'to do: water the plants',
    'Task: water the plants',
    '[ ] water the plants',
    '- [ ] water the plants',
    'tâche : arroser les plantes',
    'A FAIRE : arroser les plantes',
  ])('of a task: %s', async (text) => {
    expect((await filed(text))['tasks.md']).toMatch(/^# (?:water the plants|arroser les plantes)$/m);
  });

  it.each(['[x] buy milk', '- [x] buy milk', '✅ buy milk', "C'est fait : buy milk"])(
    'of what is done: %s',
    async (text) => {
      expect((await filed(text))['tasks.md']).not.toContain('milk');
    },
  );

  it.each(['@tidewater todo: send the screens', '#tidewater todo: send the screens'])(
    'of a project: %s',
    async (text) => {
      expect((await filed(text))['projects/tidewater/tasks.md']).toContain('send the screens');
    },
  );
});
