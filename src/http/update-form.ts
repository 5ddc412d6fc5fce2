import type { Context } from 'hono';
import { RappelError } from '../shared/errors.js';
import { readJson } from './parameters.js';

/**
 * The body of an update: JSON, or a form with the same fields, whose files are the images (`curl -F text=… -F
 * images=@board.png`). Requests from other web pages never come here: their origin is refused.
 */
export async function readUpdate(context: Context): Promise<unknown> {
  if (!/^multipart\/form-data\b/i.test(context.req.header('content-type') ?? '')) return readJson(context);
  const fields: Record<string, string> = { text: '' };
  const files: Promise<{ name: string; media_type: string; data: string }>[] = [];
  const form = await context.req.formData().catch((error: Error) => {
    throw new RappelError('invalid_input', 'http.malformed_form', { problem: error.message });
  });
  form.forEach((value, name) => {
    if (typeof value === 'string') fields[name] = value;
    else files.push(encoded(value));
  });
  return { ...fields, images: await Promise.all(files) };
}

async function encoded(file: File) {
  const data = Buffer.from(await file.arrayBuffer()).toString('base64');
  return { name: file.name, media_type: file.type, data };
}
