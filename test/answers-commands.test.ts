import { describe, expect, it } from 'vitest';
import { runCommand } from './support/run-command.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

/** A vault of two notes, and the commands on it. */
async function vault(language = 'en') {
  const { root } = tempVault();
  const env = { XDG_CACHE_HOME: tempFolder(), XDG_CONFIG_HOME: tempFolder(), RAPPEL_LANGUAGE: language };
  const run = (...words: string[]) => runCommand([...words, '--vault', root], { env });
  await run('write', 'bucket/boiler.md', '# Boiler\n\nLeroy replaced the boiler valve.');
  await run('write', 'bucket/lease.md', '# Lease\n\nThe lease of the harbour flat ends in March.');
  return { run };
}

const ASK = ['search', 'who replaced the boiler valve?'] as const;

describe('the commands about answers', () => {
  it('explain one from the command line', async () => {
    const { run } = await vault();
    const { id } = JSON.parse((await run(...ASK, '--json')).out);
    const explained = await run('explain', 'last');
    expect(explained.out).toMatch(/^who replaced the boiler valve\?\nasked .* \(answer \w+\)\n/);
    expect(explained.out).toMatch(
      /\n1\. vault\/bucket\/boiler\.md:\d+-\d+\n {3}holds "replaced", "boiler", "valve"\n/,
    );
    expect((await run('explain')).out).toContain(id);
  });

  it('name an answer that is not there', async () => {
    const { run } = await vault();
    expect(await run('explain', 'none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no answer "none"'),
    });
  });

  it('speak French', async () => {
    const { run } = await vault('fr');
    await run(...ASK);
    expect((await run('explain', 'last')).out).toMatch(/contient "replaced", "boiler", "valve"/);
  });
});
