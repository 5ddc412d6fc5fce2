import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
// @ts-expect-error The scripts have no types.
import { mcpbManifest } from '../scripts/mcpb-manifest.js';
// @ts-expect-error The scripts have no types.
import { zipFolder } from '../scripts/zip-folder.js';
import { unpackZip } from '../src/exchange/import/zip/unpack-zip.js';
import { createToolList } from '../src/mcp/tool-list.js';
import { tempFolder } from './support/temp-vault.js';

const json = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

it('has a manifest that the schema of MCPB 0.3 accepts, with a program that is in the package', async () => {
  const manifest = json('../package.json');
  const tools = (await createToolList('memory')()).map(({ wire }) => wire);
  const made = mcpbManifest(manifest, tools);
  // From @anthropic-ai/mcpb 2.1.2 (MIT).
  const schema = z.fromJSONSchema(withoutReferences(json('support/mcpb-manifest-v0.3.schema.json')));
  expect(schema.safeParse(made).error?.issues ?? []).toEqual([]);
  expect(schema.safeParse({ ...made, server: { type: 'node' } }).success).toBe(false);
  expect(made.server.entry_point).toBe(manifest.bin.rappel);
  expect(made.server.mcp_config.args).toEqual([
    `\${__dirname}/bin/rappel.js`,
    'mcp',
    '--vault',
    `\${user_config.vault}`,
  ]);
  expect(made.tools.map(({ name }: { name: string }) => name)).toContain('search');
});

/** Zod follows references to definitions alone, not to other parts of a schema. */
function withoutReferences(schema: object): Parameters<typeof z.fromJSONSchema>[0] {
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce((part, name) => (part as Record<string, object>)[name]!, schema);
  return JSON.parse(
    JSON.stringify(schema, (_, value) => (typeof value?.$ref === 'string' ? at(value.$ref) : value)),
  );
}

it('is a ZIP archive that can be read again, the same bytes for the same files', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'é.txt'), 'x'.repeat(5_000));
  writeFileSync(join(folder, 'run'), '#!/bin/sh\n');
  chmodSync(join(folder, 'run'), 0o755);
  const file = join(tempFolder(), 'a.zip');
  writeFileSync(file, zipFolder(folder));
  expect(statSync(file).size).toBeLessThan(1_000);
  expect(zipFolder(folder)).toEqual(readFileSync(file));
  const { folder: out, skipped, close } = await unpackZip(file);
  expect([readdirSync(out).sort(), skipped]).toEqual([['run', 'é.txt'], []]);
  expect(readFileSync(join(out, 'é.txt'), 'utf8')).toBe('x'.repeat(5_000));
  close();
});
