import { z } from 'zod';
import { CAPTURE_MODES } from '../service/capture/capture-setting.js';
import { captureStatus, walledCaptureStatus } from '../service/capture/capture-status.js';
import { projectOfWall } from '../vault/wall.js';
import { createCapture, removeByCommand } from './capture.js';
import { nothing } from './inputs.js';
import { operation, serviceOperation } from './operation.js';

const REMOTE = 'a folder, or the address of a git repository or a service';
const remote = z.string(REMOTE).trim().min(1, REMOTE).max(1_000, REMOTE);
const NAME = 'the name of this machine, at most 60 characters';
const name = z.string(NAME).trim().min(1, NAME).max(60, NAME).nullable().default(null);
const TOKEN = 'the token of the service';
const token = z.string(TOKEN).trim().min(1, TOKEN).max(200, TOKEN).nullable().default(null);
const KEY = 'the key of the encrypted remote';
const key = z.string(KEY).trim().min(1, KEY).max(1_000, KEY).nullable().default(null);
const flag = z.boolean('true or false').default(false);

/** The same vault on several machines. Whoever names a remote decides where the vault goes: only the page on this machine. */
export const syncOperations = {
  /** Null where nothing is exchanged. Asks the remote. */
  'sync/status': operation({
    role: 'reader',
    hidden: true,
    input: nothing,
    run: async ({ sync }) => ({ sync: await (await sync()).status() }),
  }),

  /** Throws `stale` where only a person can know whether it is meant, unless it is confirmed. */
  'sync/now': operation({
    role: 'owner',
    hidden: true,
    input: z.strictObject({ confirmed: flag }),
    async run({ sync }, { confirmed }) {
      const { received, sent, asked, changed } = await (await sync()).run({ isConfirmed: confirmed });
      return { received, sent, asked, changed: changed.length };
    },
  }),

  /** Keeps what a remote needs before it can be asked, and says what the first sync with it would do. */
  'sync/preview': operation({
    role: 'operator',
    ownPage: true,
    hidden: true,
    input: z.strictObject({ remote, token, encrypt: flag, key }),
    async run({ sync }, { remote, token, encrypt, key }) {
      const syncing = await sync();
      const prepared = await syncing.prepare(remote, { token, isEncrypted: encrypt, key });
      return {
        ...(await syncing.preview(prepared.remote)),
        remote: prepared.remote,
        made_key: prepared.madeKey,
      };
    },
  }),

  /** Remembers a remote, and what the other machines call this one; the first sync follows. */
  'sync/set-up': operation({
    role: 'operator',
    ownPage: true,
    hidden: true,
    input: z.strictObject({ remote, name }),
    run: async ({ sync }, { remote, name }) => (await sync()).setUp(remote, name),
  }),

  /** Everything stays where it is, here and there. */
  'sync/off': operation({
    role: 'operator',
    ownPage: true,
    hidden: true,
    input: nothing,
    run: async ({ sync }) => (await sync()).off(),
  }),

  /** The whole history, as other machines of the owner keep it. */
  'sync/shared': serviceOperation({
    role: 'owner',
    raw: true,
    input: nothing,
    run: async ({ sharedHistory }) => sharedHistory,
  }),
};

const session = z.strictObject({ session: z.string('the start of the id of a session') });

/** What is kept of the sessions of assistants. */
export const captureOperations = {
  'capture/status': operation({
    role: 'reader',
    input: nothing,
    run: async ({ vault }) => captureStatus(vault),
    behindWall: async ({ wall, isInside }, _, __, { vault }) =>
      walledCaptureStatus(vault, projectOfWall(wall), isInside),
  }),

  /** For one project, or for all where it is null. */
  'capture/mode': serviceOperation({
    role: 'owner',
    ownPage: true,
    input: z.strictObject({
      mode: z.enum(CAPTURE_MODES, `one of ${CAPTURE_MODES.join(', ')}`),
      project: z.string('the name of a project, or null for all').nullable().default(null),
    }),
    run: (service, { project, mode }) => createCapture(service).setMode(project, mode),
  }),

  /** What a removal would take out. */
  'capture/preview': serviceOperation({
    role: 'owner',
    input: session,
    run: (service, given) => createCapture(service).previewRemoval(given.session),
  }),

  /** Takes out everything that a session brought in, its note for good. */
  'capture/remove': serviceOperation({
    role: 'owner',
    ownPage: true,
    input: session,
    run: (service, given) => removeByCommand(service, given.session),
  }),
};
