import { z } from 'zod';
import { splitFrontmatter } from '../vault/frontmatter.js';
import { isMarkdown } from '../vault/kinds.js';
import { lineEndOf } from '../vault/lines.js';
import { defineTool, textResult } from './define-tool.js';
import { requireSeen, withoutNewSecrets, writablePlace } from './guards.js';
import { pathInput, text } from './parse-input.js';

const CONTENT = 'the text of the file; not empty';

export const write = defineTool({
  name: 'write',
  hints: { readOnly: false, destructive: true, idempotent: true },
  input: () => z.strictObject({ path: pathInput(), content: text(CONTENT).regex(/\S/, CONTENT) }),
  run({ path: input, content }, { vault, session }) {
    const place = writablePlace(vault, input);
    const { before, after } = vault.save(place, (current) => {
      if (current !== null) requireSeen(session, place, current);
      const text = isMarkdown(place.path) ? withFrontmatter(content, current) : content;
      return withoutNewSecrets(place, current, text);
    });
    session.saw(place.path, after);
    if (before === after) return textResult(`unchanged ${place.shown}`);
    return textResult(`${before === null ? 'created' : 'replaced'} ${place.shown}`);
  },
});

/** Frontmatter in the content replaces the user's fields; content without frontmatter keeps them. */
function withFrontmatter(content: string, current: string | null): string {
  const { head } = splitFrontmatter(current ?? '');
  if (head === '' || splitFrontmatter(content).yaml !== null) return content;
  const end = lineEndOf(head);
  return `${head}${head.endsWith('\n') ? '' : end}${end}${content}`;
}
