import { systemClock } from '../shared/clock.js';
import { createVault, type Vault } from '../vault/vault.js';
import type { Invocation } from './command.js';

/** The vault of the settings, for commands that look after its folder rather than ask its memory. */
export function openVault(invocation: Invocation): Vault {
  return createVault({ root: invocation.settings().vault, clock: systemClock });
}
