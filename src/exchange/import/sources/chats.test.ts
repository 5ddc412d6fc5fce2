import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { zip } from '../../../../test/support/zip.js';
import type { ImportItem, Offer } from '../item.js';
import { openSource } from '../open-source.js';

async function offersIn(files: Record<string, string | Buffer>): Promise<Offer[]> {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return offersAt(folder);
}

async function offersAt(path: string): Promise<Offer[]> {
  const source = await openSource(path);
  const offers: Offer[] = [];
  for await (const offer of source.offers()) offers.push(offer);
  source.close?.();
  return offers;
}

const items = (offers: Offer[]) => offers.filter((offer): offer is ImportItem => !('skipped' in offer));
const textOf = (item: ImportItem | undefined) => (item!.content as { text: string }).text;
/** Without the headings of turns, whose time depends on the time zone. */
const bodyOf = (item: ImportItem | undefined) =>
  textOf(item)
    .split('\n')
    .slice(4)
    .join('\n')
    .replaceAll(/ · \d.*/g, '');

interface Message {
  role?: string;
  to?: string;
  content: object;
  metadata?: object;
}

/** A ChatGPT export of one conversation, its messages one after the other. */
function chatgpt(messages: Message[], others: Record<string, object> = {}): string {
  const mapping: Record<string, object> = {
    m0: { id: 'm0', message: null, parent: null, children: ['m1'] },
    ...others,
  };
  messages.forEach(({ role = 'assistant', to = 'all', content, metadata = {} }, index) => {
    const message = { author: { role }, recipient: to, content, metadata, create_time: 1_736_931_660 };
    mapping[`m${index + 1}`] = { id: `m${index + 1}`, parent: `m${index}`, children: [], message };
  });
  const about = {
    title: 'Talk',
    create_time: 1_736_931_600,
    conversation_id: 'c',
    current_node: `m${messages.length}`,
  };
  return JSON.stringify([{ ...about, mapping }]);
}

const said = (text: string) => ({ content_type: 'text', parts: [text] });
const question: Message = { role: 'user', content: said('Question') };

describe('a ChatGPT conversation', () => {
  it('keeps code, what it printed, and calls of tools in one line', async () => {
    const [talk] = items(
      await offersIn({
        'conversations.json': chatgpt([
          question,
          { to: 'python', content: { content_type: 'code', language: 'unknown', text: 'print(6 * 7)\n' } },
          { role: 'tool', content: { content_type: 'execution_output', text: '42\n' } },
          { to: 'web', content: { content_type: 'code', text: '{"query":"tents"}' } },
          { role: 'tool', content: { content_type: 'tether_quote', text: 'A long page' } },
          { content: { content_type: 'thoughts', thoughts: [{ content: 'Hm' }] } },
          { content: { content_type: 'user_editable_context', user_instructions: 'Be short' } },
          { content: said('It is\u0000 42.\u001b[0m') },
        ]),
      }),
    );
    expect(bodyOf(talk)).toBe(
      '## User\n\nQuestion\n\n## Assistant\n\n```python\nprint(6 * 7)\n```\n\nOutput:\n\n```\n42\n```\n\n- `web tents`\n\nIt is 42.[0m\n',
    );
    expect(talk?.leftOut).toEqual({
      'tool results': 1,
      thoughts: 1,
      'instructions from the settings': 1,
    });
  });

  it('keeps a canvas, and every change to it', async () => {
    const canvas = (to: string, call: object): Message => ({
      to: `canmore.${to}`,
      content: { content_type: 'code', text: JSON.stringify(call) },
    });
    const [talk] = items(
      await offersIn({
        'conversations.json': chatgpt([
          question,
          canvas('create_textdoc', { name: 'Letter', type: 'document', content: '# Dear Anna\n\nHello.' }),
          { role: 'tool', content: said('Successfully created'), metadata: { canvas: { textdoc_id: 't' } } },
          canvas('update_textdoc', { updates: [{ pattern: '.*', replacement: 'Dear Bea' }] }),
          canvas('update_textdoc', { updates: [{ pattern: 'Bea', replacement: 'Cleo' }] }),
          canvas('create_textdoc', { name: 'sum', type: 'code/python', content: 'print(1)' }),
        ]),
      }),
    );
    expect(bodyOf(talk)).toContain(
      '**Canvas: Letter**\n\n### Dear Anna\n\nHello.\n\n**Canvas: Letter, changed**\n\nDear Bea\n\n**Canvas: Letter, changed**\n\n```\nBea\n```\n\n→\n\nCleo\n\n**Canvas: sum**\n\n```python\nprint(1)\n```',
    );
  });

  it('shows citations as links, in both forms, and no private character', async () => {
    const mark = '\ue200cite\ue202turn0search0\ue202turn0search1\ue201';
    const [talk] = items(
      await offersIn({
        'conversations.json': chatgpt([
          question,
          {
            content: said(
              `Wind holds ${mark}. In \ue200entity\ue202["city","Paris"]\ue201 too\ue200cite\ue202gone\ue201.`,
            ),
            metadata: {
              content_references: [
                {
                  matched_text: mark,
                  type: 'grouped_webpages',
                  items: [
                    { title: 'Tents [2024]', url: 'https://a.example/x_(y)' },
                    { title: 'Wind', url: 'https://b.example' },
                    { title: 'Evil', url: 'javascript:alert(1)' },
                  ],
                },
              ],
            },
          },
          {
            content: said('Old【1†source】 and file【2†plan.pdf】.'),
            metadata: {
              citations: [
                { metadata: { title: 'Old page', url: 'https://c.example' } },
                { metadata: { type: 'file', name: 'plan.pdf' } },
              ],
            },
          },
        ]),
      }),
    );
    expect(bodyOf(talk)).toContain(
      'Wind holds ([Tents 2024](<https://a.example/x_(y)>), [Wind](<https://b.example>), Evil). In Paris too.',
    );
    expect(bodyOf(talk)).toContain('Old ([Old page](<https://c.example>)) and file (plan.pdf).');
    expect(textOf(talk)).not.toMatch(/[\ue000-\uf8ff]/);
    expect(talk?.leftOut).toEqual({ 'citations without a link': 1 });
  });

  it('shows images that a tool made and files that were attached, and counts what the export lacks', async () => {
    const image = (id: string) => ({
      content_type: 'image_asset_pointer',
      asset_pointer: `sediment://${id}`,
    });
    const offers = await offersIn({
      'conversations.json': chatgpt([
        {
          role: 'user',
          content: { content_type: 'multimodal_text', parts: [image('file_1'), 'Look'] },
          metadata: {
            attachments: [
              { id: 'file_1', name: 'a.png' },
              { id: 'file-2', name: 'plan.pdf' },
              { id: 'file-9', name: 'lost.pdf' },
            ],
          },
        },
        {
          role: 'tool',
          content: { content_type: 'multimodal_text', parts: [image('file_3'), image('file_8')] },
        },
      ]),
      'file_1-a.png': png(1, 1),
      'file-2-plan.pdf': 'x',
      'dalle/file_3.png': png(1, 1),
    });
    const talk = items(offers).at(-1);
    expect(bodyOf(talk)).toBe(
      '## User\n\n![file_1-a.png](<files/file_1-a.png>)\n\nLook\n\n[file-2-plan.pdf](<files/file-2-plan.pdf>)\n\n[file: lost.pdf]\n\n## Assistant\n\n![file_3.png](<files/file_3.png>)\n\n[image]\n',
    );
    expect(items(offers).map(({ name }) => name.split('/').slice(0, 2).join('/'))).toEqual([
      'chatgpt/files',
      'chatgpt/files',
      'chatgpt/files',
      expect.stringMatching(/^chatgpt\//),
    ]);
    expect(talk?.leftOut).toEqual({ 'attached files': 1, images: 1 });
  });

  it('counts what was said in branches that are not shown', async () => {
    const other = { author: { role: 'assistant' }, recipient: 'all', content: said('The old answer') };
    const [talk] = items(
      await offersIn({
        'conversations.json': chatgpt([question, { content: said('New') }], {
          x: { id: 'x', parent: 'm1', children: [], message: other },
        }),
      }),
    );
    expect(talk?.leftOut).toEqual({ 'messages in other branches': 1 });
  });
});

describe('a Claude export', () => {
  const message = (sender: string, content: object[], more: object = {}) => ({
    sender,
    content,
    text: '',
    ...more,
  });
  const conversations = JSON.stringify([
    {
      uuid: 'c',
      name: 'Site',
      created_at: '2025-02-03T09:00:00Z',
      chat_messages: [
        message('human', [{ type: 'text', text: 'Make a page' }], { files: [{ file_name: 'photo.jpg' }] }),
        message('assistant', [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'Here.', citations: [{ title: 'MDN', url: 'https://mdn.example' }] },
          {
            type: 'tool_use',
            name: 'artifacts',
            input: { command: 'create', id: 'a', title: 'Page', type: 'text/html', content: '<p>Hi</p>' },
          },
          { type: 'tool_result', content: [{ type: 'text', text: 'OK' }] },
          {
            type: 'tool_use',
            name: 'artifacts',
            input: { command: 'update', id: 'a', old_str: '<p>Hi</p>', new_str: '<p>Ho</p>' },
          },
          { type: 'tool_use', name: 'create_file', input: { path: '/a.md', file_text: '# A' } },
          { type: 'tool_use', name: 'str_replace', input: { path: '/a.md', old_str: 'A', new_str: 'B' } },
          { type: 'tool_use', name: 'repl', input: { code: 'log(1)', language: 'js' } },
          { type: 'tool_use', name: 'web_search', input: { query: 'tents' } },
        ]),
        message('human', [{ type: 'voice_note', text: 'Said aloud' }]),
        message('human', [], {
          text: 'Old<antArtifact identifier="b" type="text/markdown" title="Plan"># Plan\n\nGo.</antArtifact>',
        }),
      ],
    },
  ]);
  const projects = JSON.stringify([
    {
      uuid: 'p0',
      name: 'How to use Claude',
      is_starter_project: true,
      docs: [{ filename: 'x.md', content: 'x' }],
    },
    {
      uuid: 'p1',
      name: 'Garden plan',
      description: 'Beds and trees',
      prompt_template: 'Answer in French.',
      created_at: '2025-01-02T09:00:00Z',
      docs: [
        {
          uuid: 'd1',
          filename: 'Beds.md',
          content: '# \u0000Beds\u0007\n',
          created_at: '2025-01-03T09:00:00Z',
        },
        { uuid: 'd2', filename: '../../grow.py', content: 'print(1)' },
      ],
    },
  ]);

  it('keeps artifacts and code, calls in one line, and counts the rest', async () => {
    const [talk] = items(await offersIn({ 'conversations.json': conversations }));
    expect(bodyOf(talk)).toBe(
      [
        '## User',
        'Make a page',
        '[file: photo.jpg]',
        '## Assistant',
        'Here.',
        'Sources: [MDN](<https://mdn.example>)',
        '**Artifact: Page**',
        '```html\n<p>Hi</p>\n```',
        '**Artifact: a**',
        '```diff\n-<p>Hi</p>\n+<p>Ho</p>\n```',
        '- `create_file /a.md`',
        '```\n# A\n```',
        '- `str_replace /a.md`',
        '```diff\n-A\n+B\n```',
        '- `repl`',
        '```js\nlog(1)\n```',
        '- `web_search tents`',
        '## User',
        'Said aloud',
        'Old',
        '**Artifact: Plan**',
        '### Plan',
        'Go.\n',
      ].join('\n\n'),
    );
    expect(talk?.leftOut).toEqual({ thoughts: 1, 'tool results': 1, 'attached files': 1 });
  });

  it('brings projects with their instructions and documents, and the memory, from a folder and a ZIP archive', async () => {
    const memories = JSON.stringify([{ conversations_memory: 'Lives in Lyon.', account_uuid: 'u' }]);
    const files = {
      'conversations.json': conversations,
      'projects.json': projects,
      'memories.json': memories,
    };
    const offers = await offersIn(files);
    const [description, beds, code, memory] = items(offers);
    expect(textOf(description)).toBe(
      '# Garden plan\n\nBeds and trees\n\n## Instructions\n\nAnswer in French.\n\n## Documents\n\n- [Beds.md](<Beds.md>)\n- [../../grow.py](<grow.py.md>)\n',
    );
    expect(beds).toMatchObject({
      name: 'claude/projects/garden-plan/Beds.md',
      content: { text: '# Beds\n' },
    });
    expect(code).toMatchObject({ name: 'claude/projects/garden-plan/grow.py.md' });
    expect(textOf(code)).toBe('# grow.py\n\n```\nprint(1)\n```\n');
    expect(textOf(memory)).toBe("# Claude's memory\n\nLives in Lyon.\n");
    expect(offers).toContainEqual({
      from: 'How to use Claude',
      skipped: 'a project without instructions or documents of yours',
    });
    const archive = join(tempFolder(), 'claude.zip');
    writeFileSync(archive, zip(Object.entries(files).map(([name, content]) => ({ name, content }))));
    expect((await offersAt(archive)).map(({ from }) => from)).toEqual(offers.map(({ from }) => from));
  });

  it('links the documents of a project by the names that they have here', async () => {
    const docs = ['notes/plan.md', 'Plan.md', 'CON.txt', 'description.md'].map((filename) => ({
      filename,
      content: filename,
    }));
    const offers = await offersIn({
      'conversations.json': conversations,
      'projects.json': JSON.stringify([
        { uuid: 'p1', name: 'House', docs },
        { uuid: 'p2', name: 'House', docs: docs.slice(0, 1) },
      ]),
    });
    const of = (folder: string) =>
      items(offers).filter(({ name }) => name.startsWith(`claude/projects/${folder}/`));
    expect(textOf(of('house')[0])).toContain(
      '- [notes/plan.md](<plan.md>)\n- [Plan.md](<Plan-2.md>)\n- [CON.txt](<CON_.txt>)\n- [description.md](<description-2.md>)\n',
    );
    expect(of('house').map(({ name }) => basename(name))).toEqual([
      'description.md',
      'plan.md',
      'Plan-2.md',
      'CON_.txt',
      'description-2.md',
    ]);
    expect(of('house-2').map(({ name }) => basename(name))).toEqual(['description.md', 'plan.md']);
  });
});
