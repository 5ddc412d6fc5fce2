import { z } from 'zod';
import { defineTool, textResult } from './define-tool.js';
import { refuseRoot } from './guards.js';
import { pathInput } from './parse-input.js';

/** `delete` is a reserved word, hence the name of the constant. */
export const deletePath = defineTool({
  name: 'delete',
  hints: { readOnly: false, destructive: true, idempotent: true },
  input: () => z.strictObject({ path: pathInput() }),
  run({ path: input }, { vault, session }) {
    const place = vault.resolve(input);
    refuseRoot(vault, place, 'deleted');
    if (place.kind === 'missing') throw vault.missing(place);
    vault.remove(place);
    session.forgot(place.path);
    return textResult(`deleted ${place.shown}`);
  },
});
