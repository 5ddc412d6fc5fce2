import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createLinkIndex } from '../links/link-index.js';
import { createExamine } from './examine.js';
import type { Finding, FindingKind } from './finding.js';

/** The examined day is 2025-07-14. */
function examined(files: Record<string, string | Buffer>) {
  const made = tempVault(files);
  const examine = createExamine(
    made.vault,
    createLinkIndex(made.root, () => {}),
  );
  return { ...made, find: async () => (await examine()).map(({ finding }) => finding) };
}

async function findingsIn(files: Record<string, string | Buffer>, kind?: FindingKind): Promise<Finding[]> {
  const found = await examined(files).find();
  return kind === undefined ? found : found.filter((finding) => finding.kind === kind);
}

/** `path:line` of the first place of each. */
function placesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ places: [first] }) => `${first!.path}:${first!.line}`);
}

function stamped(day: string, body: string): string {
  return `---\ncreated: ${day}T10:00:00\nupdated: ${day}T10:00:00\ntokens: 1\n---\n\n${body}`;
}

const LOG = (day: string, entry: string) => stamped(day, `# ${day}\n\n## Entry\n${entry}\n`);

describe('a contradiction', () => {
  it('is a line of a state that a newer entry gives another value', async () => {
    const files = {
      'projects/x/state.md': stamped('2025-05-01', '# Status\n\nThe launch is planned for 14 July.\n'),
      'projects/x/changelog.md': LOG('2025-05-12', 'The launch is now planned for 28 August.'),
    };
    const [found, ...others] = await findingsIn(files);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'contradiction',
      says: 'This says "14 July" (2025-05-01); a newer line says "28 August" (2025-05-12). Update the older line.',
      fixable: true,
      places: [
        { path: 'vault/projects/x/state.md', line: 9, day: '2025-05-01' },
        { path: 'vault/projects/x/changelog.md', line: 10, day: '2025-05-12' },
      ],
    });
  });

  it('is told without a rule to fix it where both files are of one day', async () => {
    const found = await findingsIn({
      'projects/x/state.md': stamped('2025-05-01', 'The budget is 12,000 euros.\n'),
      'projects/x/description.md': stamped('2025-05-01', 'The budget is 15,000 euros.\n'),
    });
    expect(found).toMatchObject([{ kind: 'contradiction', fixable: false, command: null }]);
  });

  it.each([
    ['an older entry of a changelog', '2025-05-01', 'The launch is 28 August.'],
    ['the same value', '2025-07-01', 'The launch is 14 July.'],
    ['another thing', '2025-07-01', 'The party is 28 August.'],
    ['what is only supposed', '2025-07-01', 'The launch might be 28 August.'],
  ])('is not %s', async (_, day, entry) => {
    const files = {
      'projects/x/state.md': stamped('2025-06-01', 'The launch is 14 July.\n'),
      'projects/x/changelog.md': LOG(day, entry),
    };
    expect(await findingsIn(files, 'contradiction')).toEqual([]);
  });

  it('is not between projects, nor where a later entry came back to the value, nor between two kinds of values', async () => {
    const log =
      '# 2025-07-02\n\n## b\nThe launch is 14 July.\n\n# 2025-06-30\n\n## a\nThe launch is 28 August.\n';
    const files = {
      'projects/x/state.md': stamped('2025-06-01', 'The launch is 14 July.\nInvoice: monthly\n'),
      'projects/x/changelog.md': stamped('2025-07-02', log),
      'projects/x/description.md': stamped('2025-06-01', 'Invoice: 3,480 €\n'),
      'projects/y/changelog.md': LOG('2025-07-01', 'The launch is 3 September.'),
    };
    expect(await findingsIn(files, 'contradiction')).toEqual([]);
  });
});

describe('what is out of date', () => {
  it('is an open task or a deadline of a state whose day has passed', async () => {
    const found = await findingsIn({
      'tasks.md':
        '# Call Anna\nstatus: to-do\ndeadline: 2025-07-13\n\n# Later\nstatus: paused\ndeadline: 2025-07-01\n',
      'projects/x/tasks.md': '# Relancer les producteurs sans photo\nstatus: à-faire\ndeadline: 2025-07-13\n',
      'projects/x/state.md':
        '# Validated\n- 2025-06-01: a thing\n\n# Échéances\n- 2025-07-12 : livraison\n- ~~2025-07-11: sent~~\n- 2025-07-14: today\n',
    });
    expect(placesOf(found).sort()).toEqual([
      'vault/projects/x/state.md:5',
      'vault/projects/x/tasks.md:1',
      'vault/tasks.md:1',
    ]);
    expect(found.flatMap(({ command }) => command ?? []).sort()).toEqual([
      "rappel update --kind done 'Call Anna'",
      "rappel update --kind done 'Relancer les producteurs sans photo'",
    ]);
  });

  it('is not in a project that is over', async () => {
    const files = {
      'projects/x/state.md': '# Status\nFinished on 1 July.\n\n# Deadlines\n- 2025-06-30: end\n',
    };
    expect(await findingsIn(files)).toEqual([]);
  });

  it('is a state three weeks behind its changelog', async () => {
    const state = { 'projects/x/state.md': stamped('2025-05-01', '# Status\nActive.\n') };
    const behind = await findingsIn({ ...state, 'projects/x/changelog.md': LOG('2025-05-22', 'Something.') });
    expect(placesOf(behind)).toEqual(['vault/projects/x/state.md:7']);
    expect(
      await findingsIn({ ...state, 'projects/x/changelog.md': LOG('2025-05-21', 'Something.') }),
    ).toEqual([]);
  });
});

describe('a task without a home', () => {
  const TASKS = { 'tasks.md': '# Call Anna\nstatus: to-do\n' };

  it('is a box in a note, or in a tasks file outside of the projects', async () => {
    const found = await findingsIn({
      ...TASKS,
      'projects/x/bucket/note.md': 'Plan\n\n- [ ] buy paint\n- [x] buy a brush\n- [ ] paint\n',
      'areas/tasks.md': '# Sweep\nstatus: to-do\n',
      'inbox/item/review.md': '- [ ] not yet\n',
    });
    expect(placesOf(found)).toEqual(['vault/areas/tasks.md:1', 'vault/projects/x/bucket/note.md:3']);
    expect(found[1]!.says).toContain('2 open tasks');
  });

  it('is none in a vault that keeps its tasks in notes, in code, or in a template', async () => {
    expect(await findingsIn({ 'notes/a.md': '- [ ] buy paint\n' })).toEqual([]);
    const files = { 'notes/a.md': '```\n- [ ] x\n```\n', 'templates/day.md': '- [ ] plan the day\n' };
    expect(await findingsIn({ ...TASKS, ...files })).toEqual([]);
  });
});

describe('a broken link', () => {
  it('names the only file that it can mean, wherever that is now', async () => {
    const found = await findingsIn({
      'notes/a.md': 'See [the plan](plan-b.md) and [[Plan B]].\nAnd ![a picture](lost.png).\n',
      'projects/x/bucket/plan-b.md': 'The plan.\n',
    });
    expect(found.map(({ says, fixable }) => [says, fixable])).toEqual([
      ['"plan-b.md" leads to no file; the only one of that name is vault/projects/x/bucket/plan-b.md.', true],
      ['"Plan B" leads to no file; the only one of that name is vault/projects/x/bucket/plan-b.md.', true],
      ['"lost.png" leads to no image. Create it, or correct the link.', false],
    ]);
  });

  it('is one finding however many notes have it', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`notes/${name}.md`, 'See [[Nobody]].\n']),
    );
    expect(await findingsIn(files)).toMatchObject([{ kind: 'link', places: [{}, {}, {}] }]);
  });

  it.each([
    'See [x](https://example.org/a.md), [y](../../outside.md), [z](word) and [h](#heading).',
    '`[[code]]` and [[{{title}}]] and x[[1, 2]] and x[["id"]] and [[2025-07-01]].',
    'Every project has vault/projects/*/state.md and vault/projects/….',
  ])('is not: %s', async (text) => {
    expect(await findingsIn({ 'notes/a.md': `${text}\n` })).toEqual([]);
  });

  it('is no finding in a changelog, which tells what was there then', async () => {
    const files = { 'changelog.md': LOG('2025-07-01', 'Filed in vault/bucket/gone.md.') };
    expect(await findingsIn(files)).toEqual([]);
  });
});

describe('a note without links', () => {
  const linked = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `wiki/n${at}.md`,
        `# N${at}\nSee [[n${(at + 1) % count}]].\n`,
      ]),
    );

  it('is a finding in a folder where the others are linked, and nowhere else', async () => {
    expect(placesOf(await findingsIn({ ...linked(12), 'wiki/alone.md': '# Alone\n' }))).toEqual([
      'vault/wiki/alone.md:1',
    ]);
    expect(
      await findingsIn({ ...linked(12), 'wiki/2025-07-01.md': 'A day.\n', 'else/alone.md': 'x\n' }),
    ).toEqual([]);
    expect(await findingsIn({ ...linked(5), 'wiki/alone.md': '# Alone\n' })).toEqual([]);
  });
});

describe('a duplicate', () => {
  const TEXT = 'The same forty characters and some more, twice.\n';

  it('is the same text in two files whatever their stamps are; the one that is linked to stays', async () => {
    const found = await findingsIn({
      'bucket/a.md': stamped('2025-01-01', TEXT),
      'bucket/b.md': stamped('2025-02-02', TEXT),
      'notes/n.md': 'See [[b]].\n',
    });
    expect(found).toMatchObject([
      {
        kind: 'duplicate',
        fixable: true,
        places: [{ path: 'vault/bucket/a.md' }, { path: 'vault/bucket/b.md' }],
      },
    ]);
  });

  it('is the same picture', async () => {
    const picture = Buffer.alloc(2_000, 7);
    expect(await findingsIn({ 'bucket/a.png': picture, 'bucket/b.png': Buffer.from(picture) })).toHaveLength(
      1,
    );
    expect(await findingsIn({ 'bucket/a.png': picture, 'bucket/b.png': Buffer.alloc(2_000, 8) })).toEqual([]);
  });

  it('is not a link to the same file, a short text, or a file that every project has', async () => {
    const made = examined({ 'bucket/a.md': TEXT, 'bucket/c.md': 'Short.\n', 'bucket/d.md': 'Short.\n' });
    linkSync(join(made.root, 'bucket/a.md'), join(made.root, 'bucket/hard.md'));
    symlinkSync(join(made.root, 'bucket/a.md'), join(made.root, 'bucket/soft.md'));
    for (const name of ['x', 'y']) made.put(`projects/${name}/description.md`, TEXT);
    expect(await made.find()).toEqual([]);
  });

  const words = (count: number, from = 0) =>
    Array.from(
      { length: count },
      (_, at) =>
        `w${String.fromCharCode(97 + ((at + from) % 26))}${'xyz'[at % 3]}${'klmnop'[at % 6]}${'q'.repeat((at * 7) % 11)}`,
    );

  it('is nearly the same text', async () => {
    const text = words(200);
    const changed = [...text.slice(0, 100), 'another', ...text.slice(101)];
    const found = await findingsIn({ 'bucket/a.md': text.join(' '), 'bucket/b.md': changed.join(' ') });
    expect(found).toMatchObject([{ kind: 'duplicate', fixable: false }]);
  });

  it('is not a text with other numbers, nor a quote in a longer one', async () => {
    const text = words(200).join(' ');
    const invoice = { 'bucket/a.md': `${text} 2025-01 1200`, 'bucket/b.md': `${text} 2025-02 1300` };
    expect(await findingsIn(invoice)).toEqual([]);
    const quote = { 'bucket/a.md': text, 'bucket/b.md': `${text} ${words(300, 5).reverse().join(' ')}` };
    expect(await findingsIn(quote)).toEqual([]);
  });
});

describe('a secret', () => {
  it('is named by its kind and place, and never shown', async () => {
    const found = await findingsIn({ 'bucket/a.md': 'Router\npassword: hunter2secret9\n' });
    expect(found).toMatchObject([{ kind: 'secret', command: 'rappel purge vault/bucket/a.md' }]);
    expect(placesOf(found)).toEqual(['vault/bucket/a.md:2']);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('is not a word about one, a placeholder, or an id', async () => {
    const note = [
      'The password is in the safe, and the token is explained in the manual.',
      'password: <your password>',
      'api_key = "YOUR_API_KEY"',
      'Commit 3f9a2c1d5e7b8a90c1d2e3f4a5b6c7d8e9f0a1b2, invoice 4111-22.',
    ].join('\n');
    expect(await findingsIn({ 'bucket/keys.md': note })).toEqual([]);
  });

  it('has no command in a file that cannot be purged', async () => {
    expect(await findingsIn({ 'profile.md': 'password: hunter2secret9\n' })).toMatchObject([
      { command: null },
    ]);
  });
});

describe('a large raw note', () => {
  const LARGE = stamped('2025-01-01', `# Minutes\n\n${'Many words were said. '.repeat(300)}\n`);

  it('is a finding until something uses it', async () => {
    const made = examined({ 'projects/x/bucket/minutes.md': LARGE });
    expect(await made.find()).toMatchObject([{ kind: 'unread', places: [{ line: 7 }] }]);
    made.put('projects/x/changelog.md', LOG('2025-01-02', 'See minutes.md.'));
    expect(await made.find()).toEqual([]);
    made.put('projects/x/changelog.md', LOG('2025-01-02', 'Nothing.'));
    expect(await made.find()).toHaveLength(1);
    made.put(
      '.rappel/questions/000000000000001-q.json',
      '{"files":[{"path":"vault/projects/x/bucket/minutes.md"}]}',
    );
    expect(await made.find()).toEqual([]);
  });

  it('is none while it is new or small', async () => {
    expect(await findingsIn({ 'bucket/a.md': LARGE.replaceAll('2025-01-01', '2025-07-01') })).toEqual([]);
    expect(await findingsIn({ 'bucket/a.md': stamped('2025-01-01', 'Few words.\n') })).toEqual([]);
  });

  it('is one finding with the others of an import', async () => {
    const files = Array.from({ length: 5 }, (_, at) => [
      `bucket/import/${at}.md`,
      `${LARGE}${'abcde'[at]!.repeat(9)} ${at}`,
    ]);
    const found = await findingsIn(Object.fromEntries(files), 'unread');
    expect(found).toMatchObject([{ says: expect.stringContaining('5 large notes') }]);
  });
});

describe('the id of a finding', () => {
  it('stays while its lines do, wherever they move, and changes with them', async () => {
    const made = examined({ 'tasks.md': '# Call Anna\nstatus: to-do\ndeadline: 2025-07-13\n' });
    const [before] = await made.find();
    made.put('tasks.md', '# New\nstatus: to-do\n\n# Call Anna\nstatus: in progress\ndeadline: 2025-07-13\n');
    const [moved] = await made.find();
    expect([moved!.id, moved!.places[0]!.line]).toEqual([before!.id, 4]);
    made.put('tasks.md', '# Call Anna\nstatus: to-do\ndeadline: 2025-07-12\n');
    expect((await made.find())[0]!.id).not.toBe(before!.id);
  });
});

describe('hostile files', () => {
  it('are examined in a moment, and their findings are few', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `[[note ${at}]]`);
    const found = await findingsIn({
      'bucket/line.md': 'word is '.repeat(200_000),
      'bucket/links.md': many.join('\n'),
      'state.md': 'Launch: 14 July\n'.repeat(50_000),
      'tasks.md': '# t\nstatus: open\n',
      'bucket/boxes.md': '- [ ] x\n'.repeat(50_000),
      'bucket/binary.md': Buffer.from([0, 255, 254, 0]),
    });
    expect(found.length).toBeLessThan(60);
    expect(JSON.stringify(found).length).toBeLessThan(60_000);
  });
});
