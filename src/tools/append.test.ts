import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';

const HEAD = '---\ncreated: 2025-01-01T00:00:00\nupdated: 2025-01-01T00:00:00\ntokens: 1\n---\n';

async function appended(
  before: string,
  content: string,
  position?: 'top' | 'bottom',
  path = 'a.txt',
): Promise<string> {
  const vault = tempVault({ [path]: before });
  expect(await vault.text('append', { path, content, position })).toBe(`appended to vault/${path}`);
  return vault.get(path);
}

describe('append', () => {
  it.each([
    ['un\n', 'deux', 'un\n\ndeux\n'],
    ['un', 'deux\n', 'un\n\ndeux\n'],
    ['un\n\n', '\n\n  deux\n  \n', 'un\n\n  deux\n'],
    ['un\n\n\n\n', 'deux', 'un\n\ndeux\n'],
    ['', 'deux', 'deux\n'],
    ['\n\n', 'deux', 'deux\n'],
    ['un\r\n', 'deux\ntrois', 'un\r\n\r\ndeux\r\ntrois\r\n'],
    ['\uFEFFun', 'deux', '\uFEFFun\n\ndeux\n'],
    ['\n\n  un\n', 'deux', '\n\n  un\n\ndeux\n'],
  ])('adds to the end of %j', async (before, content, after) => {
    expect(await appended(before, content)).toBe(after);
  });

  it.each([
    ['un\n', 'zéro', 'zéro\n\nun\n'],
    ['un', 'zéro', 'zéro\n\nun\n'],
    ['\n\n un\n', 'zéro', 'zéro\n\n un\n'],
    ['\uFEFFun\n', 'zéro', '\uFEFFzéro\n\nun\n'],
    ['un\r\ndeux\r\n', 'zéro', 'zéro\r\n\r\nun\r\ndeux\r\n'],
  ])('adds to the top of %j', async (before, content, after) => {
    expect(await appended(before, content, 'top')).toBe(after);
  });

  it('lands under the frontmatter, one empty line from it and from its neighbour', async () => {
    const stamped = HEAD.replace('updated: 2025-01-01T00:00:00', 'updated: 2025-07-14T18:30:00');
    const log = '# 2025-07-14\n\n## Entrée\ntexte';
    expect(await appended(`${HEAD}\n# 2025-07-11\n`, log, 'top', 'a.md')).toBe(
      `${stamped.replace('tokens: 1', 'tokens: 12')}\n${log}\n\n# 2025-07-11\n`,
    );
    expect(await appended(`${HEAD}# collé\n`, 'x', 'top', 'a.md')).toBe(
      `${stamped.replace('tokens: 1', 'tokens: 3')}\nx\n\n# collé\n`,
    );
    expect(await appended(HEAD, 'x', 'top', 'a.md')).toBe(`${stamped}\nx\n`);
    expect(await appended(HEAD.trimEnd(), 'x', 'bottom', 'a.md')).toBe(`${stamped}\nx\n`);
  });

  it('creates a missing file and its folders', async () => {
    const vault = tempVault();
    expect(await vault.text('append', { path: 'projects/x/changelog.md', content: '# 2025-07-14' })).toBe(
      'created vault/projects/x/changelog.md',
    );
    expect(vault.get('projects/x/changelog.md')).toBe(
      '---\ncreated: 2025-07-14T18:30:00\nupdated: 2025-07-14T18:30:00\ntokens: 4\n---\n\n# 2025-07-14\n',
    );
  });

  it('needs no read and shows nothing of the file', async () => {
    const vault = tempVault({ 'a.md': 'secret\n' });
    expect(await vault.text('append', { path: 'a.md', content: 'x', position: null })).toBe(
      'appended to vault/a.md',
    );
  });

  it('refuses empty content and a wrong position', async () => {
    const vault = tempVault();
    expect(await vault.error('append', { path: 'a.md', content: ' \n' })).toMatchObject({
      code: 'invalid_input',
    });
    expect((await vault.error('append', { path: 'a.md', content: 'x', position: 'middle' })).message).toBe(
      'position: got "middle", expected "top" or "bottom"',
    );
  });

  it('refuses what is not text and leaves it alone', async () => {
    const vault = tempVault({
      'a.bin': Buffer.from([0, 1, 2]),
      'latin.md': Buffer.from('caf\xe9', 'latin1'),
    });
    expect(await vault.error('append', { path: 'a.bin', content: 'x' })).toMatchObject({ code: 'not_text' });
    expect(await vault.error('append', { path: 'latin.md', content: 'x' })).toMatchObject({
      code: 'not_text',
    });
    expect(vault.get('a.bin')).toBe('\0\u0001\u0002');
  });

  describe('in a changelog', () => {
    const LOG = '# 2025-07-14\n\n## b\nb\n\n# 2025-07-10\n\n## a\na\n';
    it.each([
      [
        'today, with its heading',
        '# 2025-07-14\n\n## c\nc',
        '# 2025-07-14\n\n## c\nc\n\n## b\nb\n\n# 2025-07-10\n\n## a\na\n',
      ],
      ['today, without', '## c\nc\n', '# 2025-07-14\n\n## c\nc\n\n## b\nb\n\n# 2025-07-10\n\n## a\na\n'],
      ['a past day', '# 2025-07-10\n## c', '# 2025-07-14\n\n## b\nb\n\n# 2025-07-10\n\n## c\n\n## a\na\n'],
      [
        'a day between',
        '# 2025-07-12\n\n## c',
        '# 2025-07-14\n\n## b\nb\n\n# 2025-07-12\n\n## c\n\n# 2025-07-10\n\n## a\na\n',
      ],
      ['the oldest day', '# 2025-01-01\n\n## c', `${LOG}\n# 2025-01-01\n\n## c\n`],
      ['a day to come', '# 2025-07-20\n\n## c', `# 2025-07-20\n\n## c\n\n${LOG}`],
      [
        'several days',
        '# 2025-07-14\n\n## c\n\n# 2025-07-12\n\n## d',
        '# 2025-07-14\n\n## c\n\n## b\nb\n\n# 2025-07-12\n\n## d\n\n# 2025-07-10\n\n## a\na\n',
      ],
      ['what is no entry', 'note', `note\n\n${LOG}`],
    ])('files an entry under its day: %s', async (_what, content, after) => {
      const stamped = await appended(LOG, content, 'top', 'projects/x/changelog.md');
      expect(stamped.slice(stamped.indexOf('---\n\n') + 5)).toBe(after);
    });

    it('writes one heading a day, however many entries come', async () => {
      const vault = tempVault();
      for (let count = 1; count <= 7; count++)
        await vault.text('append', {
          path: 'changelog.md',
          content: `# 2025-07-14\n\n## entry ${count}`,
          ...(count % 2 === 0 && { position: 'top' }),
        });
      expect(vault.get('changelog.md').match(/^# 2025-07-14$/gm)).toHaveLength(1);
      expect(
        vault
          .get('changelog.md')
          .match(/entry \d/g)!
          .join(),
      ).toBe('entry 7,entry 6,entry 5,entry 4,entry 3,entry 2,entry 1');
    });

    it('keeps line ends, what stands above the days, headings in code, and the order of a log that runs upwards', async () => {
      const path = 'changelog.md';
      const body = async (before: string, content: string) => {
        const text = await appended(before, content, 'top', path);
        return text.slice(text.indexOf('---', 3) + 3).replace(/^(?:\r?\n)+/, '');
      };
      expect(await body('# 2025-07-14\r\n\r\n## b\r\n', '## c\nd')).toBe(
        '# 2025-07-14\r\n\r\n## c\r\nd\r\n\r\n## b\r\n',
      );
      expect(await body('Intro.\n\n```\n# 2025-07-14\n```\n\n# 2025-07-10\n', '## c')).toBe(
        'Intro.\n\n```\n# 2025-07-14\n```\n\n# 2025-07-14\n\n## c\n\n# 2025-07-10\n',
      );
      expect(await body('# 2025-07-01\n\n## a\n\n# 2025-07-10\n\n## b\n', '# 2025-07-05\n\n## c')).toBe(
        '# 2025-07-01\n\n## a\n\n# 2025-07-05\n\n## c\n\n# 2025-07-10\n\n## b\n',
      );
      expect(await body('# 2025-07-14 lundi\n\n## a\n', '# 2025-07-14\n\n## c')).toBe(
        '# 2025-07-14 lundi\n\n## c\n\n## a\n',
      );
    });
  });
});
