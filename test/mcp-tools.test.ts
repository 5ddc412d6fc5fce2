import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { instructionsFor } from '../src/mcp/build-server.js';
import { PROFILES, type Profile } from '../src/mcp/profiles.js';
import { createToolList } from '../src/mcp/tool-list.js';
import { png } from './support/images.js';
import { httpClient, LIFE, serveVault, textsOf, updateOf } from './support/mcp.js';
import { tempVault } from './support/temp-vault.js';

const MOST = 40_000;

async function open(files: Record<string, string | Buffer> = LIFE, profile: Profile = 'full') {
  const vault = tempVault(files);
  const { url } = await serveVault(vault.root);
  const client = await httpClient('v2 2026-07-28', url, `?profile=${profile}`);
  const call = (name: string, args: object = {}) =>
    client.callTool({ name, arguments: args as Record<string, unknown> });
  return { vault, client, call, url };
}

/** Every text and number in a value. */
function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)];
}

describe('what a model is shown', () => {
  it('are these tools with these hints, in this order, at this cost', async () => {
    const shown = await Promise.all(
      PROFILES.map(async (profile) => {
        const tools = (await createToolList(profile)()).map(({ wire }) => wire);
        const rows = tools.map(({ name, annotations, _meta }) => {
          const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations!;
          const hints = {
            reads: readOnlyHint,
            destroys: destructiveHint,
            again: idempotentHint,
            open: openWorldHint,
          };
          const set = Object.entries(hints).filter(([, value]) => value === true);
          expect(Object.values(hints)).not.toContain(undefined);
          return `${name}: ${set.map(([hint]) => hint).join(' ')}${_meta?.['anthropic/alwaysLoad'] ? ' (always loaded)' : ''}`;
        });
        const tokens = Math.ceil(JSON.stringify({ tools }).length / 4);
        return [`${profile}, about ${Math.round(tokens / 100) / 10}k tokens`, ...rows].join('\n  ');
      }),
    );
    expect(`\n${shown.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      memory, about 2.6k tokens
        update:  (always loaded)
        search: reads again (always loaded)
        orient: reads again
        update_status: reads again
        read: reads again
        tree: reads again
        find: reads again
        concat: reads again
        verify: reads again
        history: reads again
        undo: destroys
      full, about 3.3k tokens
        update:  (always loaded)
        search: reads again (always loaded)
        orient: reads again
        update_status: reads again
        read: reads again
        tree: reads again
        find: reads again
        concat: reads again
        verify: reads again
        history: reads again
        undo: destroys
        write: destroys again
        edit: destroys
        append: 
        move: destroys
        delete: destroys again
      readonly, about 1.7k tokens
        search: reads again (always loaded)
        orient: reads again
        read: reads again
        tree: reads again
        find: reads again
        concat: reads again
        verify: reads again
        history: reads again
      "
    `);
  });

  it('are instructions of less than 1,500 characters', () => {
    for (const profile of PROFILES) expect(instructionsFor(profile).length).toBeLessThan(1_500);
    expect(instructionsFor('readonly')).not.toContain('update');
  });

  it('are schemas without a null that some clients could not pass on', async () => {
    const tools = await createToolList('full')();
    for (const { wire } of tools) expect(JSON.stringify(wire.inputSchema)).not.toContain('"null"');
    expect(tools.find(({ tool }) => tool.name === 'tree')!.wire.inputSchema).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'the vault if omitted.' },
        depth: { type: 'integer', minimum: 0, description: 'levels to show.' },
        offset: {
          type: 'integer',
          minimum: 0,
          description: 'as the last line says where a long result comes in parts.',
        },
      },
      additionalProperties: false,
    });
  });

  it('describe every parameter, and offer no null', async () => {
    for (const { wire } of await createToolList('full')()) {
      expect(`${wire.description} ${JSON.stringify(wire.inputSchema)}`).not.toMatch(/\bnull\b/);
      // A line that describes a parameter is moved to it.
      expect(wire.description).not.toMatch(/^- `/m);
      for (const [name, schema] of Object.entries(wire.inputSchema.properties ?? {})) {
        expect([wire.name, name, schema]).toMatchObject([
          wire.name,
          name,
          { description: expect.stringMatching(/\S/) },
        ]);
        expect(Object.keys(Object(schema)), `${wire.name} ${name}`).not.toEqual(['description']);
      }
    }
  });

  it('never speak of a search that is called find here', async () => {
    for (const { wire } of await createToolList('readonly')())
      if (wire.name !== 'search') expect(wire.description).not.toContain('`search`');
  });
});

describe('results', () => {
  it('say everything once, as text', async () => {
    const { call } = await open();
    const found = await call('find', { queries: ['API externe'] });
    expect(found).not.toHaveProperty('structuredContent');
    expect(JSON.parse(textsOf(found)[0]!)).toMatchObject({
      next: null,
      stages: [{ name: 'bm25', ran: true }],
    });
    const updated = await call('update', { text: 'A thing to keep', wait: true });
    expect(updated).not.toHaveProperty('structuredContent');
    expect(updateOf(updated)).toMatchObject({
      state: 'needs_answer',
      question: { text: 'Where does this belong?', answer: expect.stringContaining('inbox_ref') },
    });
    for (const fact of leavesOf(updateOf(updated))) expect(textsOf(updated)[0]).toContain(fact);
  });

  it('answer an update at once, with the id under which it can be followed', async () => {
    const { call } = await open();
    const first = await call('update', { text: 'A thing to keep', id: 'mine-1' });
    expect(updateOf(first)).toMatchObject({ status: 'accepted', id: 'mine-1' });
    const again = { text: 'A thing to keep', id: 'mine-1', wait: true };
    const same = updateOf(await call('update', again));
    expect(same).toMatchObject({ id: 'mine-1' });
    expect(updateOf(await call('update_status', { id: 'mine-1' }))).toEqual(same);
    const other = await call('update', { text: 'another', id: 'mine-1' });
    expect([other.isError, textsOf(other)[0]]).toEqual([true, expect.stringContaining('mine-1')]);
  });

  it('ask with choices, and take a sentence for an answer', async () => {
    const { call } = await open();
    const asked = await call('update', {
      text: 'Someone should look at the thing from last week.',
      wait: true,
    });
    const { state, inbox, question } = updateOf(asked);
    expect([state, question?.choices.map(({ label }) => label)]).toEqual([
      'needs_answer',
      expect.arrayContaining(['startup-x', 'Profile', 'Delete']),
    ]);
    const text = 'That is for startup-x, please.';
    const answered = updateOf(await call('update', { inbox_ref: inbox, text, wait: true }));
    expect(answered).toMatchObject({ state: 'done', question: null });
    expect(answered.files).toContain('vault/projects/startup-x/changelog.md');
  });

  it('file what the skill gives as examples, without a question', async () => {
    const { call } = await open({
      ...LIFE,
      'projects/tidewater/state.md': '# Deadlines\n\n- 2025-07-21: launch with three pilot harbours.\n',
    });
    const skill = readFileSync(new URL('../plugins/rappel/skills/memory/SKILL.md', import.meta.url), 'utf8');
    const examples = skill.split('\n').filter((line) => line.startsWith('{'));
    expect(examples).toHaveLength(4);
    for (const example of examples) {
      const given = JSON.parse(example);
      const { state, files } = updateOf(await call('update', { ...given, wait: true }));
      expect([example, state]).toEqual([example, 'done']);
      expect(files).toContain(`vault/projects/${given.project}/changelog.md`);
    }
    const read = async (paths: string) => textsOf(await call('read', { paths })).join('\n');
    expect(await read('projects/startup-x/tasks.md')).not.toContain('Marie compares');
    expect(await read('projects/tidewater/state.md')).toContain(
      '2025-07-28: launch with three pilot harbours',
    );
  });

  it('list what changed, and take one change back', async () => {
    const { call } = await open();
    const { files } = updateOf(await call('update', { text: 'startup-x: the loom is oak', wait: true }));
    const listed = async () => textsOf(await call('history', { path: files[0] }))[0]!.split('\n');
    await expect.poll(async () => (await listed())[0]).toMatch(/ update: .*the loom is oak/);
    const [id] = (await listed())[0]!.split(' ');
    const read = async () => textsOf(await call('read', { paths: files[0] })).join('\n');
    expect(await read()).toContain('the loom is oak');
    expect(textsOf(await call('undo', { entry: id }))[0]).toContain(files[0]);
    expect(await read()).not.toContain('the loom is oak');
    expect((await listed()).find((line) => line.startsWith(id!))).toMatch(/\[undone\]$/);
    expect(await call('undo', { entry: 'nosuch' })).toMatchObject({ isError: true });
  });

  it('end, for read, in one line a file with its version; tree and concat are text alone', async () => {
    const { call } = await open();
    const read = await call('read', { paths: 'projects/startup-x/' });
    expect(textsOf(read)).toHaveLength(2);
    expect(textsOf(read)[1]!.split('\n')).toEqual([
      expect.stringMatching(/^vault\/projects\/startup-x\/changelog\.md if_match=[0-9a-f]{12}$/),
      expect.stringMatching(/^vault\/projects\/startup-x\/description\.md if_match=[0-9a-f]{12}$/),
      expect.stringMatching(/^vault\/projects\/startup-x\/tasks\.md if_match=[0-9a-f]{12}$/),
    ]);
    for (const [name, args] of [
      ['tree', {}],
      ['concat', { files: [{ path: 'projects/startup-x/tasks.md' }] }],
    ] as const) {
      const { content, structuredContent } = await call(name, args);
      expect(content).toHaveLength(1);
      expect(structuredContent).toBeUndefined();
    }
  });

  it('show images as images, and say which were too large to send', async () => {
    const large = Buffer.concat([png(9, 9), Buffer.alloc(4_000_000)]);
    const { call } = await open({ ...LIFE, 'bucket/a.png': png(3, 2), 'bucket/big.png': large });
    const { content } = await call('read', { paths: 'bucket/' });
    const [text, ...images] = content as { type: string; text?: string; data?: string; mimeType?: string }[];
    expect(text!.text).toBe(
      '[image] vault/bucket/a.png (image/png, 3×2)\n\n[image] vault/bucket/big.png (image/png, 9×9)\n\n[images left out: vault/bucket/big.png is larger than 3.75 MB]',
    );
    expect(images).toEqual([{ type: 'image', mimeType: 'image/png', data: png(3, 2).toString('base64') }]);
  });

  it('come in parts of less than 40,000 characters that name the next call, until all is shown', async () => {
    const lines = Array.from({ length: 9_000 }, (_, index) => `line number ${index + 1}`);
    const { call } = await open({ ...LIFE, 'bucket/long.txt': lines.join('\n'), 'bucket/z.txt': 'the last' });
    const shown: string[] = [];
    let args: object | null = { paths: 'bucket/' };
    while (args !== null) {
      const texts = textsOf(await call('read', args));
      expect(texts.join('').length).toBeLessThan(MOST);
      shown.push(texts[0]!);
      const next = /for the next part call read with (.*)\]$/.exec(texts[0]!);
      args = next === null ? null : (JSON.parse(next[1]!) as object);
      if (args === null) expect(texts[1]).toContain('vault/bucket/z.txt if_match=');
    }
    const content = shown.join('\n').match(/(?<=^\d+ *\| ).*$/gm);
    expect(content).toEqual([...lines, 'the last']);
    expect(shown[1]).toMatch(/^```vault\/bucket\/long\.txt \(lines \d+-\d+\)\n/);
  });

  it('of find are compact, and complete on request', async () => {
    const line = 'thread and shuttle '.repeat(20);
    const chunk = `# Loom\n${`${line}\n`.repeat(20)}loom of oak\n${`${line}\n`.repeat(20)}`;
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`bucket/${i}.md`, `${chunk}${i}\n`]),
    );
    const { call } = await open(files);
    const results = async (more: object) => {
      const [text] = textsOf(await call('find', { queries: ['loom of oak'], ...more }));
      return JSON.parse(text!) as { results: { chunk_with_context: string }[]; next: string | null };
    };
    const compact = await results({});
    expect(JSON.stringify(compact.results).length / 4).toBeLessThan(2_600);
    expect(compact.results[0]!.chunk_with_context).toContain('...  (lines');
    const limited = await results({ limit: 9 });
    expect(limited.results.length).toBeGreaterThan(compact.results.length);
    expect(compact.next).toBe('find {"queries":["loom of oak"],"limit":10}');
    const whole = await results({ limit: 1, context: 0 });
    expect(whole.results[0]!.chunk_with_context).not.toContain('...  (lines');
  });

  it('of find leave to the next call what does not fit', async () => {
    const chunk = `# Loom\n${'loom and thread and shuttle\n'.repeat(200)}`;
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`bucket/${i}.md`, `${chunk}${i}\n`]),
    );
    const { call } = await open(files);
    const first = await call('find', { queries: ['loom'], limit: 30, context: 0 });
    expect(textsOf(first)[0]!.length).toBeLessThan(MOST);
    const { results, next } = JSON.parse(textsOf(first)[0]!) as { results: { path: string }[]; next: string };
    const again = await call('find', JSON.parse(next.replace(/^find /, '')) as object);
    const { results: more } = JSON.parse(textsOf(again)[0]!) as {
      results: { path: string; lines: string }[];
    };
    const keys = [...results, ...more].map((result) => JSON.stringify(result));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('errors say what was wrong, what exists and what to call', () => {
  it.each([
    [
      'read',
      { pathz: 'x' },
      '[error] unknown parameter pathz; expected paths, head, tail, folded, offset\nThe parameters of read are: paths, head, tail, folded, offset.',
    ],
    [
      'read',
      { paths: 'projects/startup-y/tasks.md' },
      '[error] vault/projects/startup-y/tasks.md: no such file or folder; did you mean vault/projects/startup-x/tasks.md?\nTo see what exists call tree with {"path":"vault/projects/","depth":2}',
    ],
    [
      'write',
      { path: 'overview.md', content: 'x' },
      '[error] vault/overview.md: has not been read in this session, read it first\nCall read with {"paths":"vault/overview.md"}, then repeat with the if_match of its last line.',
    ],
    [
      'write',
      { path: 'new.md', content: 'x', if_match: '0123456789ab' },
      '[error] vault/new.md: no such file or folder\nTo see what exists call tree with {"path":"vault/","depth":2}',
    ],
    [
      'edit',
      { path: 'overview.md', old_content: 'x', new_content: 'y', if_match: 'nonsense' },
      '[error] if_match: got "nonsense", expected 12 hex digits, as read and edit show them\nThe parameters of edit are: path, old_content, new_content, if_match.',
    ],
    ['update', { text: ' ' }, '[error] text: got "", expected a text or at least one image'],
    ['update_status', { id: 'nowhere' }, '[error] no update "nowhere"\nGive the id that update answered.'],
    ['read', { paths: '../../etc/passwd' }, '[error] ../../etc/passwd: leads outside the vault'],
  ])('%s %j', async (name, args, message) => {
    const { call } = await open();
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(textsOf(result)).toEqual([message]);
  });

  it('a tool of another profile is not there, and those that are get named', async () => {
    const { call } = await open(LIFE, 'readonly');
    await expect(call('delete', { path: 'overview.md' })).rejects.toThrow(
      'there is no tool "delete" in the profile readonly; the tools are search, orient, read, tree, find, concat, verify',
    );
    await expect(call('update', { text: 'x' })).rejects.toThrow('there is no tool "update"');
  });
});

describe('resources', () => {
  it('are listed page by page, each once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [`bucket/n${i}.md`, `note ${i}\n`]),
    );
    const { client } = await open(files);
    const uris: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined, more = true; more; pages++) {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
      more = cursor !== undefined;
      if (pages > 10) break;
    }
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris.filter((uri) => uri.includes('bucket/'))).toHaveLength(250);
    await expect(client.listResources({ cursor: '!!' })).rejects.toThrow('expected the nextCursor of a page');
  });

  it('are completed from the start of a path', async () => {
    const { client } = await open();
    const ref = { type: 'ref/resource' as const, uri: 'vault:///{+path}' };
    const { completion } = await client.complete({
      ref,
      argument: { name: 'path', value: 'projects/startup-x/t' },
    });
    expect(completion.values).toEqual(['projects/startup-x/tasks.md']);
  });

  it('are the receipts of answers too, by their id or as the last one', async () => {
    const { client, call } = await open();
    await expect(client.readResource({ uri: 'answer:///last' })).rejects.toThrow();
    const { _meta } = await call('search', { question: 'what is startup-x about?' });
    const { id, files } = _meta!['rappel/answer'] as { id: string; files: { ref: string }[] };
    for (const uri of [`answer:///${id}`, 'answer:///last']) {
      const { contents } = await client.readResource({ uri });
      const receipt = JSON.parse((contents[0] as { text: string }).text);
      expect(receipt).toMatchObject({ id, passages: files.map(({ ref }) => ({ ref })) });
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('answer:///{id}');
  });

  it('have an address that leads back to them, whatever their name', async () => {
    const name = 'bucket/été 100% #1?.md';
    const { client } = await open({ [name]: 'found\n' });
    const { resources } = await client.listResources();
    const resource = resources.find((one) => one.name === `vault/${name}`)!;
    expect(resource.uri).toBe('vault:///bucket/%C3%A9t%C3%A9%20100%25%20%231%3F.md');
    const { contents } = await client.readResource({ uri: resource.uri });
    expect((contents[0] as { text: string }).text).toContain('found');
  });

  it.each([
    'vault:///../outside.md',
    'vault:///%2e%2e/outside.md',
    'vault:///.rappel/token',
    'file:///etc/passwd',
    'vault:////etc/passwd',
    'vault:///bucket/none.md',
    'vault:///bucket%00',
    'vault:///%zz',
  ])('are refused where they are not of the vault: %s', async (uri) => {
    const { client } = await open();
    await expect(client.readResource({ uri })).rejects.toThrow(/not found|outside|dot|absolute|NUL|control/i);
  });
});

describe('prompts', () => {
  it('ask for what they need and name the tool to call', async () => {
    const { client } = await open();
    const { messages } = await client.getPrompt({
      name: 'recall',
      arguments: { question: 'Who is Durand?' },
    });
    expect((messages[0]!.content as { text: string }).text).toMatch(
      /tool search[\s\S]*Question: Who is Durand\?$/,
    );
    await expect(client.getPrompt({ name: 'recall' })).rejects.toThrow('question: missing');
    await expect(client.getPrompt({ name: 'recal' })).rejects.toThrow('did you mean recall?');
    await expect(client.getPrompt({ name: 'recall', arguments: { q: 'x' } })).rejects.toThrow(
      'unknown argument q; expected question',
    );
  });

  it('go through the inbox, item by item', async () => {
    const { client, call } = await open();
    const empty = await client.getPrompt({ name: 'review-inbox' });
    expect((empty.messages[0]!.content as { text: string }).text).toContain('inbox is empty');
    const { inbox } = updateOf(await call('update', { text: 'Zygomorphic riddle', wait: true }));
    const ref = { type: 'ref/prompt' as const, name: 'review-inbox' };
    const { completion } = await client.complete({ ref, argument: { name: 'item', value: '' } });
    expect(completion.values).toEqual([inbox]);
    const full = await client.getPrompt({ name: 'review-inbox', arguments: { item: inbox } });
    // Names and questions of the vault stand in the prompt as data, in a mark that they can't close.
    expect((full.messages[0]!.content as { text: string }).text).toMatch(
      new RegExp(`<(vault-data-\\w{16}) source="inbox">\\n- ${inbox}: .*\\n</\\1>`),
    );
  });
});
