import { draftsOf, lastFence, takeLead } from '../service/locks/take-lead.js';
import { RappelError } from '../shared/errors.js';
import { putFence } from '../vault/fence.js';
import type { LeaseRows, LedVault } from './lease-rows.js';
import type { Validity } from './validity.js';
import type { VaultFolders } from './vault-folders.js';

/** A vault that this node leads. */
export interface Lead {
  fence: number;
  /** `hasWork`: another node is to take the vault at once. */
  release(hasWork?: boolean): Promise<void>;
}

interface Led extends Lead, LedVault {
  /** A change was refused, because it was not renewed in time. */
  lapsed: boolean;
  /** The vault is being closed for that. */
  ends: boolean;
}

interface LedVaultsDeps {
  rows: LeaseRows;
  folders: VaultFolders;
  /** How long the leases hold since they were renewed. */
  validity: Validity;
  /** Renews the leases now. */
  renew(): Promise<void>;
}

/** The vaults that this node leads. Each has a fence, which refuses changes of the disk without a lease that holds. */
export function createLedVaults({ rows, folders, validity, renew }: LedVaultsDeps) {
  const led = new Map<string, Led>();
  /** Vaults that are being taken, by their own names: the lease may be there before the answer is. */
  const taking = new Set<string>();

  /** Null where another node leads the vault. */
  async function takeLease(vault: string, name: string, root: string): Promise<Led | null> {
    taking.add(vault);
    try {
      // If the answer is lost but the lease was taken, the next renewal finds that lease and gives it back.
      const fence = await rows.take(vault, name, lastFence(root));
      if (fence === null) return null;
      const lead = makeLead({ vault, name, fence }, root);
      led.set(name, lead);
      return lead;
    } finally {
      taking.delete(vault);
    }
  }

  function makeLead({ vault, name, fence }: LedVault, root: string): Led {
    const demand = () => {
      if (led.get(name) !== lead) refuseChange();
      // From the first refusal on, nothing more: whatever was begun is repaired when the vault is opened again.
      lead.lapsed ||= validity.isOver();
      if (lead.lapsed) refuseLapsed();
    };
    const end = putFence(root, { demand, drafts: draftsOf(root, fence) });
    const lead: Led = {
      vault,
      name,
      fence,
      lapsed: false,
      ends: false,
      async release(hasWork = false) {
        end();
        if (led.get(name) !== lead) return;
        led.delete(name);
        await rows.giveBack(lead, hasWork).catch(() => {});
      },
    };
    return lead;
  }

  return {
    has: (name: string) => led.has(name),
    names: () => [...led.keys()],
    all: (): LedVault[] => [...led.values()],
    /** From before the lease is there until it is given back. */
    isInUse: (name: string) => led.has(name) || taking.has(folders.idOf(name) ?? ''),
    /** False for a lease in the database that no service of this node has. */
    holds: ({ vault, name, fence }: LedVault) => taking.has(vault) || led.get(name)?.fence === fence,
    /** Another node leads the vault. False if it was given back or taken anew meanwhile. */
    lose(lead: LedVault): boolean {
      return led.get(lead.name) === lead && led.delete(lead.name);
    },
    /** Names of the vaults in which changes were refused, each once: they are to be opened anew. */
    lapsed(): string[] {
      const found = [...led.values()].filter(({ lapsed, ends }) => lapsed && !ends);
      for (const lead of found) lead.ends = true;
      return found.map(({ name }) => name);
    },
    /** Makes this node the leader. Throws `busy` where another one is. */
    async take(name: string): Promise<Lead> {
      const [vault, root] = [folders.idOf(name), folders.find(name)];
      const lead = vault === null || root === null ? null : await takeLease(vault, name, root);
      if (lead === null) return refuseChange();
      try {
        // The lease may have been taken while no renewal was under way.
        if (validity.isOver()) await renew();
        takeLead(root!, lead.fence);
        return lead;
      } catch (error) {
        await lead.release();
        throw error;
      }
    },
  };
}

export function refuseChange(): never {
  throw new RappelError('busy', 'this node does not lead this vault, so it changes nothing in it', {
    hint: 'Try again.',
  });
}

function refuseLapsed(): never {
  throw new RappelError(
    'busy',
    "this vault can't be changed now, because PostgreSQL does not confirm that this node leads it",
    { hint: 'Rappel goes on by itself when PostgreSQL is back; the vault can be read meanwhile.' },
  );
}
