import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { updateImage } from '../agents/update-image.js';
import type { Replies } from '../memory/replies.js';
import type { ServedMemory } from '../memory/served-memory.js';
import { choices } from '../operations/history.js';
import type { ToolCall } from '../operations/run-calls.js';
import { RappelError } from '../shared/errors.js';
import { decodeText } from '../vault/files.js';
import { imageInfo } from '../vault/images.js';
import { hasImageName } from '../vault/kinds.js';
import { parsePath, showPath } from '../vault/paths.js';
import { jsonBody } from './parameters.js';

const savedNote = z.strictObject({
  base: z.string('the text that was edited, or null for a new file').nullable(),
  text: z.string('a text'),
  choices,
  keep_secrets: z.boolean('true or false').optional(),
});
const movedFile = z.strictObject({
  from: z.string('a path of the vault'),
  to: z.string('a path of the vault'),
});
const attachedImage = z.strictObject({
  note: z.string('a path of the vault'),
  name: z.string('a name'),
  data: z.string('an image in base64'),
});
const finishedTask = z.strictObject({
  path: z.string('the path of a tasks file'),
  title: z.string('the title of a task'),
  line: z.int('the line of its heading'),
});

/**
 * Files as they are, and what a person does with them in the page. Text is always served as plain text: nothing in a vault
 * may run as a page.
 */
export function filesRoutes(memory: ServedMemory) {
  const { files } = memory;

  /** Recorded as a change by a person. */
  async function call(call: ToolCall): Promise<{ warning: string | null }> {
    const { outcomes, warning } = await memory.call([call], { source: 'page' });
    const [outcome] = outcomes;
    if (!outcome!.ok) throw outcome!.error;
    return { warning };
  }

  return new Hono()
    .get('/', async (context) => context.json<Replies['GET /api/files']>({ files: await files.list() }))
    .get('/*', async (context) => {
      const path = pathIn(context.req.url);
      const bytes = await files.read(path);
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}"`;
      context.header('ETag', etag);
      context.header('Cache-Control', 'no-cache');
      if (isKnown(context.req.header('if-none-match'), etag)) return context.body(null, 304);
      const image = hasImageName(path) ? imageInfo(bytes) : null;
      if (image !== null)
        return context.body(new Uint8Array(bytes), 200, { 'Content-Type': image.media_type });
      return context.body(decodeText(bytes, showPath(parsePath(path))), 200, {
        'Content-Type': 'text/plain; charset=utf-8',
      });
    })
    .put('/*', jsonBody('save', savedNote), async (context) =>
      context.json(await memory.saveNote(pathIn(context.req.url), context.req.valid('json'))),
    )
    .post('/move', jsonBody('move', movedFile), async (context) => {
      const { from, to } = context.req.valid('json');
      return context.json(await memory.moveFile(from, to));
    })
    .post('/move/preview', jsonBody('move', movedFile), async (context) => {
      const { from, to } = context.req.valid('json');
      return context.json(await memory.previewMove(from, to));
    })
    .post('/attach', jsonBody('attach', attachedImage), async (context) => {
      const { note, name, data } = context.req.valid('json');
      return context.json(await memory.attachImage(note, updateImage(name, Buffer.from(data, 'base64'))));
    })
    .post('/finish', jsonBody('finish', finishedTask), async (context) => {
      await memory.finishTask(context.req.valid('json'));
      return context.json({ done: true });
    })
    .delete('/*', async (context) =>
      context.json(await call({ tool: 'delete', input: { path: pathIn(context.req.url) } })),
    );
}

function pathIn(url: string): string {
  return decodePath(new URL(url).pathname.slice('/api/files/'.length));
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RappelError('invalid_input', 'the path is not properly percent-encoded');
  }
}

/** A list of tags; a cache in between may have marked ours as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
