import { describe, expect, it } from 'vitest';
import { type TempVault, tempVault } from '../../../../test/support/temp-vault.js';
import { decisionFor, routeInput } from './route-input.js';

const stamps = (day: string) => `---\ncreated: ${day}T10:00:00\nupdated: ${day}T10:00:00\ntokens: 9\n---\n\n`;

const PAGES = {
  'projects/tidewater/bucket/a.md': `${stamps('2025-07-01')}Priya from Plotwise wants the harbour charts and the export button.\n`,
  'projects/tidewater/bucket/b.md': `${stamps('2025-07-08')}The harbour page of Plotwise loads its charts in a second.\n`,
  'projects/tidewater/state.md': `${stamps('2025-07-08')}## Status\nThe dashboard for the harbour authorities ships on Monday.\n`,
  'projects/halle-verte/bucket/a.md': `${stamps('2025-07-02')}La coopérative ouvre son retrait de commandes en septembre.\n`,
  'projects/halle-verte/state.md': `${stamps('2025-07-09')}## Statut\nLes maraîchers livrent les paniers le mardi, la coopérative compte les commandes.\n`,
  'projects/old/bucket/a.md': `${stamps('2021-01-02')}The lease of the workshop, signed with the notary.\n`,
  'tasks.md': `${stamps('2025-07-09')}# Buy bread and milk\nstatus: to-do\n`,
};

const route = (vault: TempVault, text: string, language: 'en' | 'fr' = 'en') =>
  routeInput(vault.context, text, { language });

describe('the route of an input', () => {
  it('leads to the project whose own words it uses, and says which', async () => {
    const { candidates, decision } = await route(tempVault(PAGES), 'Plotwise asks for a new harbour chart');
    expect(decision).toBe('file');
    expect(candidates[0]).toMatchObject({ project: 'tidewater', isNamed: false });
    expect(candidates[0]!.reasons).toEqual(["'harbour', 'Plotwise' and 'chart' occur only there"]);
  });

  it('gives its reasons in French', async () => {
    const { candidates } = await route(tempVault(PAGES), 'La coopérative double ses commandes', 'fr');
    expect(candidates[0]!.project).toBe('halle-verte');
    expect(candidates[0]!.reasons).toEqual(["« coopérative » et « commandes » n'apparaissent que là"]);
  });

  it('leads to a project that is named, whatever the other words say', async () => {
    const { candidates, decision } = await route(
      tempVault(PAGES),
      'For Halle Verte: copy the harbour charts of Plotwise',
    );
    expect(decision).toBe('file');
    expect(candidates[0]).toMatchObject({ project: 'halle-verte', isNamed: true });
    expect(candidates[0]!.reasons[0]).toBe('named in the text');
  });

  it('leads to the only project that knows a person, unless another one of another project is named too', async () => {
    const vault = tempVault({
      ...PAGES,
      'projects/halle-verte/description.md': `${stamps('2025-07-02')}The client is Odile Berthier.\n`,
    });
    const text = 'Yesterday we agreed with Odile Berthier that the paint stays';
    const { candidates, decision } = await route(vault, text);
    expect([candidates[0]!.project, decision]).toEqual(['halle-verte', 'file']);
    expect((await route(vault, text.toLowerCase())).decision).toBe('ask');
    expect((await route(vault, 'We agreed with Odile and Priya that it stays')).decision).not.toBe('file');
  });

  it('counts a person whom nearly only one project knows as much as the folder of the sender', async () => {
    const knowing = (count: number, project: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `projects/${project}/bucket/odile-${at}.md`,
          `${stamps('2025-07-02')}Odile wrote again, letter ${at}.\n`,
        ]),
      );
    const oddsOf = async (vault: TempVault, text: string) => {
      const { candidates } = await route(vault, text);
      const of = (name: string) => candidates.find(({ project }) => project === name)!.probability;
      return Math.log(of('halle-verte') / of('tidewater'));
    };
    const gain = async (elsewhere: number) => {
      const vault = tempVault({
        ...PAGES,
        ...knowing(7, 'halle-verte'),
        ...knowing(elsewhere, 'tidewater'),
      });
      return (await oddsOf(vault, 'Then Odile agreed')) - (await oddsOf(vault, 'Then odile agreed'));
    };
    expect(await gain(3)).toBeCloseTo(3);
    expect(await gain(4)).toBeCloseTo(0);
  });

  it('takes the first word of a name for it although the overview of a small memory holds it too', async () => {
    const vault = tempVault({
      'overview.md': '# Projects\n\n- **boulangerie-lemaire**: a shop\n',
      'projects/boulangerie-lemaire/changelog.md':
        '# 2026-11-17\n\n## Boulangerie Lemaire: by bank transfer\n',
      'projects/hikes/changelog.md': '# 2026-11-17\n\n## Five requests a second\n',
    });
    const { candidates } = await route(vault, "J'ai fini la page d'accueil de la boulangerie");
    expect(candidates[0]).toMatchObject({ project: 'boulangerie-lemaire', isNamed: true });
  });

  it('takes the first word of a name for it, unless other files hold that word', async () => {
    const pages = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `projects/${name}/bucket/${at}.md`,
          `Page ${at} about ${name}.\n`,
        ]),
      );
    const files = {
      ...pages('orbis-crm'),
      ...pages('garden'),
      ...pages('site-web'),
      ...Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name) => [`bucket/${name}.md`, `The orbis mail ${name}.\n`]),
      ),
    };
    const mentions = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [
        `projects/garden/bucket/site-${at}.md`,
        `The site of bed ${at}.\n`,
      ]),
    );
    const vault = tempVault({ ...files, ...mentions });
    const best = async (text: string) => (await route(vault, text)).candidates[0];
    expect(await best('Another fault in Orbis')).toMatchObject({ project: 'orbis-crm', isNamed: true });
    expect((await route(vault, 'Another fault of the site')).candidates.some(({ isNamed }) => isNamed)).toBe(
      false,
    );
    const long = (count: number) =>
      `Orbis ${Array.from({ length: count }, (_, at) => `strange${at}`).join(' ')}`;
    expect(await best(long(20))).toMatchObject({ isNamed: true });
    expect((await route(vault, long(30))).candidates.some(({ isNamed }) => isNamed)).toBe(false);
    expect(await best('#site another fault')).toMatchObject({ project: 'site-web', isNamed: true });
  });

  it('is decided by a name against five words of another project, but not against eleven', async () => {
    const words = 'harbour charts export button wharf dashboard tide ships authorities pilot crane'.split(
      ' ',
    );
    const trees = 'Trees, apples and pears from the garden of the house beside it.\n';
    const vault = tempVault({
      'projects/tidewater/bucket/a.md': `${words.join(' ')}.\n`,
      'projects/tidewater/bucket/b.md': `${words.join(' ')}.\n`,
      'projects/orchard/bucket/a.md': trees,
      'projects/orchard/bucket/b.md': trees,
    });
    const best = async (count: number) => {
      const { candidates } = await route(vault, `the orchard got ${words.slice(0, count).join(' ')}`);
      return candidates[0]!.project;
    };
    expect([await best(5), await best(11)]).toEqual(['orchard', 'tidewater']);
  });

  it('leads to a named project that has no file yet', async () => {
    const vault = tempVault({ ...PAGES, 'projects/new-thing/photo.png': 'x' });
    const { candidates, decision } = await route(vault, '#new-thing starts today');
    expect([candidates[0]!.project, decision]).toEqual(['new-thing', 'file']);
  });

  it('is shared by two projects that are both named', async () => {
    const { candidates } = await route(tempVault(PAGES), 'Tidewater and Halle Verte');
    expect(candidates.slice(0, 2).map(({ isNamed }) => isNamed)).toEqual([true, true]);
  });

  it.each(['Call the dentist', 'ok', '🎉', '', 'https://example.com/x', 'Buy milk'])(
    'is a question where no word speaks for a project: %s',
    async (text) => {
      expect((await route(tempVault(PAGES), text)).decision).toBe('ask');
    },
  );

  it('is a question in a vault with one project, which nothing speaks for', async () => {
    const vault = tempVault({ 'projects/old/bucket/a.md': PAGES['projects/old/bucket/a.md'] });
    expect((await route(vault, 'Something quite different happened today')).decision).toBe('ask');
  });

  it('prefers the project that was busy lately where words say the same', async () => {
    const page = 'The lease of the workshop, signed with the notary.\n';
    const vault = tempVault({
      ...PAGES,
      'projects/young/bucket/a.md': `${stamps('2025-07-12')}${page}`,
    });
    const { candidates } = await route(vault, 'lease of the workshop');
    expect(candidates.slice(0, 2).map(({ project }) => project)).toEqual(['young', 'old']);
    expect(candidates[0]!.probability).toBeGreaterThan(2 * candidates[1]!.probability);
  });

  it('leaves a part of the probability to what belongs to no project', async () => {
    const { candidates } = await route(tempVault(PAGES), 'bread and milk');
    expect(candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThan(0.5);
  });

  it('does not lead to a project that is gone', async () => {
    const vault = tempVault(PAGES);
    await route(vault, 'harbour');
    vault.vault.remove(vault.vault.resolve('projects/tidewater'));
    const { candidates } = await route(vault, 'harbour');
    expect(candidates.map(({ project }) => project)).not.toContain('tidewater');
  });

  it('is the same for the same vault and text', async () => {
    const text = 'Plotwise, the lease and the coopérative';
    expect(await route(tempVault(PAGES), text)).toEqual(await route(tempVault(PAGES), text));
  });
});

describe('a project that is pointed at', () => {
  const pointed = async (text: string) => {
    const page = `${stamps('2025-07-08')}Every morning there are new charts.\n`;
    const { candidates } = await route(tempVault({ ...PAGES, 'projects/tidewater/bucket/c.md': page }), text);
    return candidates.find(({ project }) => project === 'tidewater')!.isPointedAt;
  };

  it('has two telling words of a text, or its name', async () => {
    expect(await pointed('the charts of Plotwise')).toBe(true);
    expect(await pointed('tidewater again')).toBe(true);
    expect(await pointed('a book about charts')).toBe(false);
    expect(await pointed('every book has charts')).toBe(false);
    expect(await pointed('a morning with charts')).toBe(false);
  });
});

describe('the decision about the best project', () => {
  const candidate = {
    isNamed: false,
    lesson: null,
    isFromFolder: false,
    fromNames: 0,
    fromWords: 10,
    probability: 1,
  };

  it.each([
    [0.75, 'file'],
    [0.74, 'file-and-ask'],
    [0.65, 'file-and-ask'],
    [0.64, 'ask'],
  ])('at a probability of %s is %s', (probability, decision) => {
    expect(decisionFor({ ...candidate, probability })).toBe(decision);
  });

  it('is to ask where single words say less than 1 and nothing else speaks for it', () => {
    expect(decisionFor({ ...candidate, fromWords: 1 })).toBe('file');
    expect(decisionFor({ ...candidate, fromWords: 0.9 })).toBe('ask');
    expect(decisionFor({ ...candidate, fromWords: 0.9, isNamed: true })).toBe('file');
  });

  it('is to file where the log odds and what single words say are 3.2 together', () => {
    const logOdds = Math.log(0.8 / 0.2);
    expect(decisionFor({ ...candidate, probability: 0.8, fromWords: 3.21 - logOdds })).toBe('file');
    expect(decisionFor({ ...candidate, probability: 0.8, fromWords: 3.19 - logOdds })).toBe('file-and-ask');
    expect(decisionFor({ ...candidate, probability: 0.8, fromWords: 1, isFromFolder: true })).toBe('file');
  });

  it('is to ask whether it is right where a person speaks for it alone', () => {
    const person = { ...candidate, fromNames: 9, fromWords: 0.9, probability: 0.84 };
    expect(decisionFor(person)).toBe('file-and-ask');
    expect(decisionFor({ ...person, probability: 0.85 })).toBe('file');
    expect(decisionFor({ ...person, fromWords: 1 })).toBe('file');
  });
});
