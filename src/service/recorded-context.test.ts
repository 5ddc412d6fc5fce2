import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { findTool } from '../tools/registry.js';
import { recordedContext } from './recorded-context.js';

/** A write in a vault whose state can't be used; what the command is told at its end. */
async function complaintsAfter(reason: string): Promise<string[]> {
  const { context, put } = tempVault();
  const recorded = recordedContext(context);
  await findTool('write')!.call({ path: 'a.md', content: 'un' }, recorded.context);
  put('.rappel/format.json', '{"format":99}');
  const complaints: string[] = [];
  await recorded.finish(reason, (problem) => complaints.push(problem));
  return complaints;
}

describe('a command that writes', () => {
  it('says where its change is done but could not be recorded', async () => {
    expect(await complaintsAfter('created vault/a.md')).toEqual([
      expect.stringMatching(/^the change is done, but /),
    ]);
  });

  it('does not say that something is done where nothing was', async () => {
    expect(await complaintsAfter('')).toEqual([]);
  });
});
