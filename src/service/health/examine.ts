import { createHash } from 'node:crypto';
import { localDate } from '../../shared/clock.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { fileSystem } from '../../vault/file-system.js';
import { peekText, quickText } from '../../vault/files.js';
import { hasImageName, hasTextName } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { tryLocate } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import { scanLooks } from '../job/visit-entries.js';
import type { LinkIndex } from '../links/link-index.js';
import type { Check } from './check.js';
import { findDuplicates } from './checks/duplicates.js';
import { findBrokenLinks } from './checks/links.js';
import { findOverdue } from './checks/overdue.js';
import { findExposedSecrets } from './checks/secrets.js';
import type { FileFacts } from './file-facts.js';
import { factsOf } from './file-facts.js';
import {
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  findingOf,
  type RawFinding,
  type Remedy,
} from './finding.js';

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

/** A text of another name (`.csv`, `.env`) is looked at up to this size; a larger one is data. */
const MOST_PLAIN_BYTES = 256 * 1024;
/** Files that are not text are compared within these sizes: reading one takes less than a moment. */
const LEAST_BINARY_BYTES = 1024;
const MOST_BINARY_BYTES = 16 * 1024 * 1024;

/** Keeps the facts of every file, and reads those anew that look different from the last time. */
function createFactStore(root: string) {
  const facts = new Map<VaultPath, { look: string; facts: FileFacts | null }>();
  const hashes = new Map<VaultPath, { look: string; hash: string }>();

  function factsAt(path: VaultPath, look: string): FileFacts | null {
    const known = facts.get(path);
    if (known?.look === look) return known.facts;
    const place = tryLocate(root, path, 'io');
    const text = place?.kind === 'file' ? textAt(place) : null;
    const read = text === null ? null : factsOf(path, text);
    facts.set(path, { look, facts: read });
    return read;
  }

  function hashAt(path: VaultPath, look: string): string | null {
    const known = hashes.get(path);
    if (known?.look === look) return known.hash;
    const place = tryLocate(root, path, 'io');
    if (place?.kind !== 'file') return null;
    const hash = createHash('sha256').update(fileSystem.bytes(place.target)).digest('hex');
    hashes.set(path, { look, hash });
    return hash;
  }

  return async (yieldToEventLoop: () => Promise<void> | undefined) => {
    const { looks } = await scanLooks(root);
    const texts = new Map<VaultPath, FileFacts>();
    const others: { path: VaultPath; look: string }[] = [];
    const seen = new Set<string>();
    for (const [path, look] of looks) {
      // Two names of one file: a link is no copy.
      if (path === 'tree.md' || seen.has(look)) continue;
      if (!look.startsWith('0-')) seen.add(look);
      const read = factsAt(path, look);
      if (read === null) others.push({ path, look });
      else texts.set(path, read);
      await yieldToEventLoop();
    }
    const binaries = new Map<VaultPath, string>();
    for (const { path, look } of sameSized(others)) {
      const hash = hashAt(path, look);
      if (hash !== null) binaries.set(path, hash);
      await yieldToEventLoop();
    }
    for (const known of [facts, hashes])
      for (const path of known.keys()) if (!looks.has(path)) known.delete(path);
    return { facts: texts, binaries };
  };
}

/** Only files of the same size can be the same. */
function sameSized<File extends { look: string }>(files: readonly File[]): File[] {
  const counts = new Map<number, number>();
  for (const file of files) counts.set(sizeOf(file), (counts.get(sizeOf(file)) ?? 0) + 1);
  return files.filter((file) => {
    const size = sizeOf(file);
    return counts.get(size)! > 1 && size >= LEAST_BINARY_BYTES && size <= MOST_BINARY_BYTES;
  });
}

function sizeOf({ look }: { look: string }): number {
  return Number(look.split('-')[1]);
}

function textAt({ path, target, stats }: Place): string | null {
  if (hasTextName(path)) return quickText(target, stats!.size);
  return hasImageName(path) || stats!.size > MOST_PLAIN_BYTES ? null : peekText(target);
}

/** Reads the lines of a file once, and remembers those of a few files. */
function createLineReader(root: string): (path: VaultPath) => readonly string[] {
  const known = new Map<VaultPath, readonly string[]>();
  return (path) => {
    let lines = known.get(path);
    if (lines === undefined) {
      const place = tryLocate(root, path);
      lines = place?.kind === 'file' ? shownLines(quickText(place.target, place.stats!.size) ?? '') : [];
      if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value!);
      known.set(path, lines);
    }
    return lines;
  };
}

const MOST_REMEMBERED = 50;
