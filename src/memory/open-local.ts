import { existsSync } from 'node:fs';
import { openCore } from '../service/open-core.js';
import { systemClock } from '../shared/clock.js';
import { addStarterFiles, makeVaultFolder } from '../vault/starter.js';
import { createVault, type Vault } from '../vault/vault.js';
import { createLocalMemory } from './local-memory.js';
import type { Memory } from './memory.js';
import type { MemoryOptions } from './open-memory.js';

/** The memory of a process that no service helps. */
export function openLocalMemory(options: MemoryOptions): Memory {
  const core = openCore({ ...options, vault: openVault(options) });
  if (options.stays) void core.filed();
  return createLocalMemory(core);
}

/** A vault that is there is taken as it is. */
function openVault({ root, language, stays }: MemoryOptions): Vault {
  const isNew = stays === true && !existsSync(root);
  if (isNew) makeVaultFolder(root);
  const vault = createVault({ root, clock: systemClock });
  if (isNew) addStarterFiles(vault, language);
  return vault;
}
