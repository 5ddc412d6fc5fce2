import type { Agents } from '../../agents/create-agents.js';
import { createService } from '../../service/create-service.js';
import { openEngine } from '../../service/engine/open-engine.js';
import type { UpdateKeeper } from '../../service/updates/update-keeper.js';
import { systemClock } from '../../shared/clock.js';
import { createVault } from '../../vault/vault.js';
import { type MeetingDeps, type RemoteVault, syncCopy } from './meet.js';
import { clearIfSent } from './unsent.js';

/**
 * Brings a copy in step whose vault this node does not lead: fills a new one, and sends the changes that the node had not sent when it died
 * or lost the lead. Repairs the copy as a starting service does, and syncs. Another node may lead the vault meanwhile; it gets the changes
 * from the remote.
 */
export async function sendLeft(
  row: RemoteVault,
  deps: MeetingDeps & { agents: Agents; historyLimitBytes: number },
  keeper: UpdateKeeper,
  stopped: AbortSignal,
): Promise<void> {
  const vault = createVault({ root: deps.root, clock: systemClock });
  const service = await createService({
    ...deps,
    vault,
    engine: await openEngine(vault, deps.env, { watched: true }),
    historyLimit: deps.historyLimitBytes,
    shared: {
      keeper,
      async join({ signal }) {
        await syncCopy(row, deps, AbortSignal.any([signal, stopped]));
        return false;
      },
    },
  });
  await service.stop();
  clearIfSent(deps.root);
}
