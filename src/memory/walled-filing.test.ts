import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { filesIn } from '../../test/support/walled-vault.js';
import { createAgents } from '../agents/create-agents.js';
import type { InputOf } from '../operations/list.js';
import { openCore } from '../service/open-core.js';
import { projectWall } from '../vault/wall.js';
import { createLocalMemory } from './local-memory.js';

const FILES = {
  'overview.md': '# Projects\n\n- **ketch**: a boat\n- **zebra**: stripes\n',
  'projects/ketch/description.md': '# Ketch\n\nThe boat in the harbour.\n',
  'projects/ketch/changelog.md': '# 2025-07-01\n\n## Bought the boat\n',
  'projects/zebra/description.md': '# Zebra\n\nThe stripes are painted.\n',
  'projects/zebra/changelog.md': '# 2025-07-01\n\n## Bought paint\n',
};

function walled() {
  const { root, vault } = tempVault(FILES);
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const core = openCore({
    vault,
    env: { XDG_CACHE_HOME: tempFolder() },
    agents: async () => agents,
    log: () => {},
  });
  onTestFinished(() => core.close(0));
  const [whole, inside] = [createLocalMemory(core), createLocalMemory(core, { wall: projectWall('ketch') })];
  const tell = async (text: string, more: Partial<InputOf<'update'>> = {}, memory = inside) => {
    const { id } = await memory.run('update', { text, images: [], inbox_ref: null, ...more });
    await memory.run('updates/follow', { id });
    return memory.run('updates/find', { id });
  };
  const textIn = (folder: string) =>
    filesIn(root)
      .filter((path) => path.startsWith(folder))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
  return { root, whole, inside, tell, textIn };
}

describe('what is told behind the wall of a project', () => {
  it.each<[string, string, Partial<InputOf<'update'>>]>([
    ['belongs to no project', 'The dentist moved to the Rue Haute.', { project: '' }],
    ['is a task of no project', 'Call the dentist about Tuesday.', { project: '', kind: 'task' }],
    ['is a decision of no project', 'We sell the car.', { project: '', kind: 'decision' }],
    ['is done, in no project', 'The dentist is paid.', { project: '', kind: 'done' }],
    ['is given to another project', 'The paint costs 300 euros.', { project: 'zebra' }],
    ['is given to a project that is not there', 'The paint costs 300 euros.', { project: 'zobra' }],
    ['names another project by a mark', 'The paint costs 300 euros @zebra', {}],
    ['announces a project', 'New project: Green Shed, with Lea', {}],
  ])('waits in the inbox where it %s', async (_, text, more) => {
    const { root, whole, tell, textIn } = walled();
    const told = await tell(text, more);
    expect([told.state, told.reason]).toEqual(['needs_answer', null]);
    expect(JSON.stringify(told)).not.toMatch(/stripes|Bought paint/);
    expect(readdirSync(join(root, 'inbox'))).toHaveLength(1);
    expect(textIn('inbox')).toContain(text);
    expect(textIn('projects') + textIn('bucket') + textIn('tasks.md')).not.toContain(text);
    // The owner sees it, and files it anywhere.
    const [item] = (await whole.run('inbox/list')).items;
    expect(item).toMatchObject({ item: told.inbox });
    const answered = await tell('projet zebra', { inbox_ref: item!.item }, whole);
    expect(answered.state).toBe('done');
    expect(textIn('projects/zebra').toLowerCase()).toContain(text.slice(4, 12).toLowerCase());
    expect(readdirSync(join(root, 'inbox'))).toEqual([]);
  });

  it('goes to the project where nothing says otherwise, and the receipt names it', async () => {
    const { tell, textIn } = walled();
    const told = await tell('The mast was painted white today.');
    expect([told.state, told.summary]).toEqual(['done', expect.stringContaining('ketch')]);
    expect(textIn('projects/ketch')).toContain('mast was painted white');
  });

  it('stays a question where its caller answers it with a place outside', async () => {
    const { root, inside, tell } = walled();
    const { inbox } = await tell('The dentist moved to the Rue Haute.', { project: '' });
    const answered = await tell('bucket', { inbox_ref: inbox });
    expect([answered.state, answered.reason]).toEqual([
      'failed',
      'this can only be filed by the user: its place is outside this project',
    ]);
    expect(readdirSync(join(root, 'inbox'))).toEqual([inbox]);
    expect((await inside.run('inbox/list')).items.map(({ item }) => item)).toEqual([inbox]);
  });
});

it('a project that the caller gives is believed, and the receipt says that the text names another', async () => {
  const { whole, tell, textIn } = walled();
  const told = await tell('The zebra paint costs 300 euros.', { project: 'ketch' }, whole);
  expect([told.state, told.summary]).toEqual(['done', expect.stringContaining('the text also names zebra')]);
  expect(textIn('projects/ketch')).toContain('300 euros');
});
