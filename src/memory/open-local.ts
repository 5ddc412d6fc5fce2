import { existsSync } from 'node:fs';
import type { InputOrigin } from '../agents/clerk/routing/route.js';
import type { Agents } from '../agents/create-agents.js';
import { openCore } from '../service/open-core.js';
import { systemClock } from '../shared/clock.js';
import type { OnProgress } from '../shared/progress.js';
import { addStarterFiles, makeVaultFolder } from '../vault/starter.js';
import { createVault, type Vault } from '../vault/vault.js';
import type { Wall } from '../vault/wall.js';
import type { Language } from '../words/language.js';
import { createLocalMemory } from './local-memory.js';
import type { CommandMemory } from './memory.js';

export interface MemoryOptions {
  root: string;
  language: Language;
  env: NodeJS.ProcessEnv;
  /** For a process that stays: a missing vault is created, and updates of an earlier process are filed. */
  stays?: boolean;
  /** What its caller may see; everything where it is left out. */
  wall?: Wall | null;
  /** Where its updates come from, where that is not said with them. */
  origin?: InputOrigin | null;
  /** The two jobs, where no service does them; asked for when first needed. */
  agents(): Promise<Agents>;
  /** Told how far work is that takes long, here or in the service. */
  onProgress?: OnProgress;
  log(message: string): void;
}

/** How often a process that stays looks for what other processes stored and did not file. */
const FILE_AGAIN_MS = 5_000;

/** The memory of a process that no service helps. */
export function openLocalMemory(options: MemoryOptions): CommandMemory {
  const core = openCore({ ...options, vault: openVault(options) });
  const memory = createLocalMemory(core, { wall: options.wall ?? null });
  if (!options.stays) return memory;
  void core.filed();
  const timer = setInterval(() => void core.filed(), FILE_AGAIN_MS);
  timer.unref();
  return {
    ...memory,
    async close(mostMs) {
      clearInterval(timer);
      await memory.close(mostMs);
    },
  };
}

/** A vault that is there is taken as it is. */
function openVault({ root, language, stays }: MemoryOptions): Vault {
  const isNew = stays === true && !existsSync(root);
  if (isNew) makeVaultFolder(root);
  const vault = createVault({ root, clock: systemClock });
  if (isNew) addStarterFiles(vault, language);
  return vault;
}
