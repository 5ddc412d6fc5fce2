import { z } from 'zod';
import { version } from '../shared/version.js';
import { nothing } from './inputs.js';
import { serviceOperation } from './operation.js';

const one = z.strictObject({ id: z.string('the id of an import') });

/** Import of what a client sends, in steps: files, a preview, the import itself. And the vault as an archive. */
export const exchangeOperations = {
  'imports/begin': serviceOperation({
    role: 'editor',
    input: nothing,
    run: async ({ imports }) => ({ id: await imports.begin() }),
  }),

  'imports/find': serviceOperation({
    role: 'editor',
    input: one,
    run: async ({ imports }, { id }) => imports.find(id),
  }),

  /** One file, whose bytes go to the disk as they come. */
  'imports/receive': serviceOperation({
    role: 'editor',
    raw: true,
    input: one.extend({
      path: z.string(),
      modified: z.date().nullable(),
      bytes: z.custom<AsyncIterable<Uint8Array>>(),
    }),
    run: ({ imports }, { id, ...file }) => imports.receive(id, file),
  }),

  /** Reads everything and writes nothing; it may be repeated with other options. */
  'imports/preview': serviceOperation({
    role: 'editor',
    input: one.extend({
      into: z.string('a project or folder of the vault').nullable().default(null),
      skip_secrets: z.boolean('true or false').default(false),
    }),
    run: ({ imports }, { id, into, skip_secrets }) =>
      imports.preview(id, { into: into ?? undefined, skipSecrets: skip_secrets }),
  }),

  /** Begins to write; `imports/find` tells how far it is. */
  'imports/run': serviceOperation({
    role: 'editor',
    input: one,
    run: async ({ imports }, { id }) => imports.start(id),
  }),

  'imports/cancel': serviceOperation({
    role: 'editor',
    input: one,
    run: async ({ imports }, { id }) => imports.cancel(id),
  }),

  /** The whole vault: prepared first, which may take long, then downloaded once. */
  'exports/prepare': serviceOperation({
    role: 'owner',
    input: nothing,
    run: ({ exports }) => exports.prepare(version()),
  }),

  'exports/open': serviceOperation({
    role: 'owner',
    raw: true,
    input: z.strictObject({ id: z.string() }),
    run: async ({ exports }, { id }) => exports.open(id),
  }),
};
