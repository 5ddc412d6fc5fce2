import { join } from 'node:path';
import type { Agents } from '../agents/create-agents.js';
import { languageOf } from '../agents/language.js';
import { openCore } from '../service/open-core.js';
import { systemClock } from '../shared/clock.js';
import { RappelError, unexpected } from '../shared/errors.js';
import { readText } from '../vault/files.js';
import { addStarterFiles, makeVaultFolder } from '../vault/starter.js';
import { makeTemporaryFolder } from '../vault/temporary-folder.js';
import { createVault, type Vault } from '../vault/vault.js';

/** What a model did with one real update in a vault of its own. */
export interface Trial {
  /** Why there is no result: the model failed. */
  error: RappelError | null;
  toolCalls: number;
  /** The model wrote, and the new fact is in the vault. */
  isFiled: boolean;
  /** What the model wrote is French, as the note. */
  isFrench: boolean;
  steps: number;
  seconds: number;
}

const NOTE =
  'Pour Halle Verte : le maçon livre les briques le mardi 12 mars, et Samira les réceptionne sur le chantier.';
const FACT = /12 mar(?:s|ch)|March 12|03-12/i;
const WRITING = ['write', 'edit', 'append', 'keep'];
const PROJECT = [
  [
    'projects/halle-verte/description.md',
    '# Halle Verte\n\nRénovation de la halle du marché avec un maçon.\n',
  ],
  ['projects/halle-verte/state.md', '## Statut\n\nLe permis est accordé.\n\n## Livraisons\n\nAucune date.\n'],
] as const;

/** Gives the model a French note to file, in a temporary vault that is removed. `onStep` hears of each tool call. */
export async function tryModel(agents: Agents, onStep: (tool: string) => void = () => {}): Promise<Trial> {
  const { folder, close } = makeTemporaryFolder('try');
  makeVaultFolder(join(folder, 'vault'));
  const vault = createVault({ root: join(folder, 'vault'), clock: systemClock });
  const trial: Trial = { error: null, toolCalls: 0, isFiled: false, isFrench: false, steps: 0, seconds: 0 };
  const core = openCore({
    vault,
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: folder, HOME: folder },
    agents: async () => ({ ...agents, textModel: null, file }),
    log: () => {},
  });

  let hasWritten = false;
  async function file(run: Parameters<Agents['file']>[0]) {
    const started = performance.now();
    let isOver = false;
    const onEvent: typeof run.onEvent = (event) => {
      // What follows the model's last words is done by rule.
      isOver ||= event.type === 'done';
      if (isOver) return;
      if (event.type === 'usage') trial.steps = event.usage.steps;
      if (event.type === 'tool-call') {
        trial.toolCalls++;
        onStep(event.tool);
      }
      if (event.type === 'tool-result' && event.ok) hasWritten ||= WRITING.includes(event.tool);
    };
    try {
      return await agents.file({ ...run, onEvent });
    } catch (error) {
      trial.error = error instanceof RappelError ? error : unexpected('model', error);
      throw error;
    } finally {
      trial.seconds = (performance.now() - started) / 1_000;
    }
  }

  try {
    addStarterFiles(vault, 'fr');
    for (const [path, text] of PROJECT) vault.save(vault.resolve(path), () => text);
    const { id } = await core.update({ text: NOTE, images: [], inbox_ref: null });
    await core.filed();
    const { files } = core.queue.find(id);
    const written = files
      .filter((path) => !path.startsWith('vault/inbox/'))
      .map((path) => textOf(vault, path));
    trial.isFiled = hasWritten && written.some((text) => FACT.test(text));
    trial.isFrench = languageOf(written.join('\n'), 'en') === 'fr';
    return trial;
  } finally {
    await core.close(1_000);
    close();
  }
}

function textOf(vault: Vault, path: string): string {
  const place = vault.resolve(path);
  return place.kind === 'file' ? readText(place) : '';
}
