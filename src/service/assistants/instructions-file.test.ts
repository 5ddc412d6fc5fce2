import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { applyTextEdits } from './edit.js';
import { editInstructions, planInstructions } from './instructions-file.js';

const put = (text: string) => applyTextEdits(text, editInstructions(text, 'in'));
const takeOut = (text: string) => applyTextEdits(text, editInstructions(text, 'out'));

it('adds three lines once, and takes them out to the byte, whatever the file holds', () => {
  const piece = fc.constantFrom('\n', '\r\n', 'x', '# Rules', '- a', ' ', '<!-- other -->');
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (before, after) => {
      const text = before.join('');
      const added = put(text);
      expect(added.startsWith(text)).toBe(true);
      expect(added.match(/^- .* (?:rappel|stands on its own|returned)/gm)).not.toBeNull();
      expect(put(added)).toBe(added);
      expect(takeOut(added)).toBe(text);
      expect(takeOut(added + after.join(''))).toBe(text + after.join(''));
      expect(takeOut(text)).toBe(text);
    }),
  );
});

it('makes a file that others can read, and leaves none behind', () => {
  const file = join(tempFolder(), 'AGENTS.md');
  planInstructions(file, 'in').apply();
  expect(readFileSync(file, 'utf8')).toContain('`orient` or `search` of the MCP server rappel');
  expect(statSync(file).mode & 0o044).toBe(0o044);
  expect(planInstructions(file, 'in')).toMatchObject({ isNeeded: false, lines: [] });
  planInstructions(file, 'out').apply();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, '# Mine');
  planInstructions(file, 'in').apply();
  planInstructions(file, 'out').apply();
  expect(readFileSync(file, 'utf8')).toBe('# Mine');
});
