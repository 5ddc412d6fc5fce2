import { localDate } from '../../shared/clock.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { Vault } from '../../vault/vault.js';
import type { LinkIndex } from '../links/link-index.js';
import type { Check } from './check.js';
import { findDuplicates } from './checks/duplicates.js';
import { findBrokenLinks } from './checks/links.js';
import { findOverdue } from './checks/overdue.js';
import { findExposedSecrets } from './checks/secrets.js';
import {
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  findingOf,
  type RawFinding,
  type Remedy,
} from './finding.js';
import { createFactStore, createLineReader } from './read-vault.js';

/** A finding with the way to fix it. */
export interface Diagnosis {
  finding: Finding;
  remedy: Remedy | null;
}

type Examine = () => Promise<Diagnosis[]>;

const CHECKS: Record<FindingKind, Check> = {
  secret: findExposedSecrets,
  overdue: findOverdue,
  link: findBrokenLinks,
  duplicate: findDuplicates,
};

/**
 * Examines the files of a vault, in the order of the kinds. Only files that changed since the last time are read again;
 * two calls at once share one examination.
 */
export function createExamine(vault: Vault, links: LinkIndex): Examine {
  const readFacts = createFactStore(vault.root);
  let running: Promise<Diagnosis[]> | null = null;

  async function examine(): Promise<Diagnosis[]> {
    const yieldToEventLoop = createYielder();
    await links.refresh(true);
    const { facts, binaries } = await readFacts(yieldToEventLoop);
    const examined = {
      vault,
      today: localDate(vault.clock.now()),
      facts,
      binaries,
      links,
      linesOf: createLineReader(vault.root),
      yieldToEventLoop,
    };
    const found: RawFinding[] = [];
    for (const kind of FINDING_KINDS) found.push(...(await CHECKS[kind](examined)));
    return distinct(found.map((one) => ({ finding: findingOf(one), remedy: one.remedy ?? null })));
  }

  return () => {
    running ??= examine().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Two equal lines of one file are one finding. */
function distinct(all: readonly Diagnosis[]): Diagnosis[] {
  return [...new Map(all.map((one) => [one.finding.id, one])).values()];
}
