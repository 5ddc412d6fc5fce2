import { RappelError } from '../shared/errors.js';
import type { LeaseRows, LedVault } from './lease-rows.js';
import type { VaultFolders } from './vault-folders.js';

/** A vault that this node leads. */
export interface Lead extends LedVault {
  release(): Promise<void>;
}

/** The vaults that this node leads. */
export function createLedVaults(rows: LeaseRows, folders: VaultFolders) {
  const led = new Map<string, Lead>();
  /** Vaults that are being taken, by their own names: the lease may be there before the answer is. */
  const taking = new Set<string>();

  return {
    has: (name: string) => led.has(name),
    names: () => [...led.keys()],
    all: (): LedVault[] => [...led.values()],
    /** From before the lease is there until it is given back. */
    isInUse: (name: string) => led.has(name) || taking.has(folders.idOf(name) ?? ''),
    /** False for a lease in the database that no service of this node has. */
    holds: ({ vault, name }: LedVault) => taking.has(vault) || led.get(name)?.vault === vault,
    /** Another node leads the vault. False if it was given back or taken anew meanwhile. */
    lose(lead: LedVault): boolean {
      return led.get(lead.name) === lead && led.delete(lead.name);
    },
    /** Makes this node the leader. Throws `busy` where another one is. */
    async take(name: string): Promise<Lead> {
      const vault = folders.idOf(name);
      if (vault === null) return refuseChange();
      taking.add(vault);
      try {
        // If the answer is lost but the lease was taken, the next renewal finds that lease and gives it back.
        if (!(await rows.take(vault, name))) return refuseChange();
        const lead: Lead = {
          vault,
          name,
          async release() {
            if (led.get(name) !== lead) return;
            led.delete(name);
            await rows.giveBack(vault).catch(() => {});
          },
        };
        led.set(name, lead);
        return lead;
      } finally {
        taking.delete(vault);
      }
    },
  };
}

export function refuseChange(): never {
  throw new RappelError('busy', 'hub.not_leading');
}
