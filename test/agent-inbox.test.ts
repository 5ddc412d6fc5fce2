import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { png } from './support/images.js';
import { LIFE, serveVault } from './support/mcp.js';
import { scriptedModel, type Turn } from './support/scripted-model.js';
import { tempVault } from './support/temp-vault.js';

const ITEM = '2025-07-14-quote';
const FOLDER = `vault/inbox/${ITEM}/`;
const REVIEW = `# Quote of the roofer

## Searched

Both projects.

## Question

Is the quote of 1,200 euros for startup-x or for the house?

## Choices

1. startup-x
2. the house
`;
const call = (name: string, input: object): Turn => ({ calls: [{ name, input }] });

describe('a question of an agent, over HTTP', () => {
  it('is shown as it was asked, stays open with the reason where an answer does not settle it, and is closed by one that does', async () => {
    const { root } = tempVault({ ...LIFE });
    const turns: Turn[] = [
      call('write', { path: `${FOLDER}review.md`, content: REVIEW }),
      { text: 'I do not know the project.' },
      call('read', { paths: FOLDER }),
      { text: '"Next month" does not name a project.' },
      call('read', { paths: FOLDER }),
      call('move', { from: `${FOLDER}input.md`, to: 'vault/projects/startup-x/bucket/quote.md' }),
      call('read', { paths: FOLDER }),
      call('delete', { path: FOLDER }),
      { text: 'Filed in startup-x.' },
    ];
    const model = await scriptedModel('anthropic', turns);
    const agents = createAgents({ model: model.settings, key: 'k', language: 'en' });
    const { url, service } = await serveVault(root, agents);
    const ask = async (path: string, body?: object) => {
      const init = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      // biome-ignore lint/suspicious/noExplicitAny: looked at as a client would
      return (await (await fetch(`${url}/api/${path}`, init)).json()) as any;
    };
    const settled = (id: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const { state, history } = service.queue.find(id);
          if (!['accepted', 'running'].includes(state) && history !== null) resolve();
        };
        service.events.subscribe(look);
        look();
      });

    const text = 'The roofer wants 1,200 euros.';
    await ask('update', { text, id: 'first' });
    await settled('first');
    const question = 'Is the quote of 1,200 euros for startup-x or for the house?';
    expect((await ask('inbox/list')).items).toMatchObject([{ item: ITEM, question, excerpt: text }]);
    expect(await ask('updates/find', { id: 'first' })).toMatchObject({
      state: 'needs_answer',
      question: { text: question },
    });
    expect(readFileSync(join(root, 'overview.md'), 'utf8')).toContain('inbox: 1\n');

    const image = { name: 'a.png', media_type: 'image/png', data: png(3, 3).toString('base64') };
    await ask('update', { text: 'Next month', images: [image], inbox_ref: ITEM, id: 'second' });
    await settled('second');
    expect(await ask('updates/find', { id: 'second' })).toMatchObject({
      state: 'needs_answer',
      inbox: ITEM,
      summary: '"Next month" does not name a project.',
    });
    expect((await ask('inbox/list')).items).toMatchObject([{ item: ITEM, question, excerpt: text }]);
    expect(readFileSync(join(root, 'inbox', ITEM, 'answer.png'))).toEqual(png(3, 3));

    await ask('update', { text: 'startup-x', inbox_ref: ITEM, id: 'third' });
    await settled('third');
    expect(await ask('updates/find', { id: 'third' })).toMatchObject({ state: 'done' });
    for (const id of ['first', 'second'])
      expect(await ask('updates/find', { id })).toMatchObject({ state: 'done' });
    expect((await ask('inbox/list')).items).toEqual([]);
    expect(readFileSync(join(root, 'projects/startup-x/bucket/quote.md'), 'utf8')).toContain(text);
    expect(readFileSync(join(root, 'overview.md'), 'utf8')).toContain('inbox: 0\n');
    // The agent forgot the picture of the second answer when it deleted the item.
    const { files } = await ask('updates/find', { id: 'third' });
    const [picture] = files.filter(
      (path: string) => path.startsWith('vault/projects/startup-x/bucket/') && path.endsWith('.png'),
    );
    expect(readFileSync(join(root, picture.replace('vault/', '')))).toEqual(png(3, 3));
  });
});
