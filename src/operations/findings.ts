import { z } from 'zod';
import { indexFile, linksFile } from '../search/cache-folder.js';
import { recordChanges } from '../service/changes/record-changes.js';
import type { Core } from '../service/core.js';
import { createDismissed } from '../service/health/dismissed.js';
import { createExamine, type Diagnosis } from '../service/health/examine.js';
import { FINDING_KINDS, type Finding, type FindingKind } from '../service/health/finding.js';
import { type FixPlan, planFix, textsOf } from '../service/health/plan-fix.js';
import { createLinkIndex, type LinkIndex } from '../service/links/link-index.js';
import { RappelError } from '../shared/errors.js';
import { maskSecrets } from '../shared/secrets.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { optional } from '../tools/parse-input.js';
import { unifiedDiff } from '../vault/diff.js';
import { shownLines } from '../vault/lines.js';
import { showPath } from '../vault/paths.js';
import { operation } from './operation.js';

const SOURCES = ['page', 'tool'] as const;
const one = z.strictObject({ id: z.string('the id of a finding') });

export const findingsOperations = {
  /** `dismissed`: those that were dismissed and are still there, instead of the others. */
  'findings/list': operation({
    role: 'reader',
    input: z.strictObject({ dismissed: optional(z.boolean('true or false'), false) }),
    run: async (core, { dismissed }) => findingsOf(core).list(dismissed),
  }),

  /** What the fix would change. Throws `invalid_input` for a finding that no rule can fix. */
  'findings/preview': operation({
    role: 'reader',
    input: one,
    run: async (core, { id }) => findingsOf(core).preview(id),
  }),

  /** Fixes it as one entry of the history. Throws as `findings/preview` does, and `stale` for a file that changed meanwhile. */
  'findings/fix': operation({
    role: 'editor',
    input: one.extend({ source: optional(z.enum(SOURCES, `one of ${SOURCES.join(', ')}`), 'tool') }),
    run: async (core, { id, source }) => findingsOf(core).fix(id, source),
  }),

  /** Hides it until its lines change. */
  'findings/dismiss': operation({
    role: 'editor',
    input: one,
    async run(core, { id }) {
      const findings = findingsOf(core);
      await findings.dismiss(id);
      return findings.list();
    },
  }),

  /** Shows a dismissed one again. */
  'findings/restore': operation({
    role: 'editor',
    input: one,
    async run(core, { id }) {
      const findings = findingsOf(core);
      await findings.restore(id);
      return findings.list();
    },
  }),
};

const opened = new WeakMap<Core, Findings>();

/** What was examined is kept, for the next request of the same parts. A service knows the links already. */
function findingsOf(core: Core): Findings {
  const { root } = core.vault;
  const kept = linksFile(indexFile(root, core.env));
  const known = opened.get(core) ?? createFindings(core, core.links ?? createLinkIndex(root, () => {}, kept));
  opened.set(core, known);
  return known;
}

export interface FindingList {
  /** At most `MOST_LISTED` of each kind, in the order of the kinds. */
  findings: Finding[];
  /** How many there are of each kind, listed or not. */
  counts: Record<FindingKind, number>;
  /** How many of those that are there were dismissed. */
  dismissed: number;
}

export interface FixPreview {
  finding: Finding;
  /** What the history will call it. */
  reason: string;
  files: { path: string; change: 'changed' | 'deleted'; diff: string }[];
}

export interface FixedFinding extends FixPreview {
  /** The id of the entry by which it can be undone; null where it was not recorded. */
  entry: string | null;
  warning: string | null;
}

const MOST_LISTED = 200;

export type Findings = ReturnType<typeof createFindings>;

/** What is wrong with the files of a vault, and what can be done about it. Every method but `list` throws `not_found`. */
export function createFindings(core: Core, links: LinkIndex) {
  const { vault } = core;
  const examine = createExamine(vault, links);
  const dismissed = createDismissed(vault.root);

  async function find(id: string): Promise<Diagnosis> {
    const found = (await examine()).find(({ finding }) => finding.id === id);
    if (found === undefined) throw unknown(id);
    return found;
  }

  async function previewOf({ finding, remedy }: Diagnosis): Promise<FixPreview> {
    if (remedy === null) throw byHand(finding);
    const plan = await planFix(remedy, { vault, links });
    return { finding, reason: plan.reason, files: await filesOf(core, plan) };
  }

  return {
    async list(onlyDismissed = false): Promise<FindingList> {
      const hidden = dismissed.ids();
      const all = (await examine()).map(({ finding }) => finding);
      const shown = all.filter(({ id }) => hidden.has(id) === onlyDismissed);
      const ofKind = (kind: FindingKind) => shown.filter((finding) => finding.kind === kind);
      const counts = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, ofKind(kind).length]));
      return {
        findings: FINDING_KINDS.flatMap((kind) => ofKind(kind).slice(0, MOST_LISTED)),
        counts: counts as Record<FindingKind, number>,
        dismissed: all.filter(({ id }) => hidden.has(id)).length,
      };
    },
    preview: async (id: string) => previewOf(await find(id)),
    async fix(id: string, source: 'page' | 'tool' = 'tool'): Promise<FixedFinding> {
      const diagnosis = await find(id);
      const shown = await previewOf(diagnosis);
      const why = { source, reason: () => shown.reason };
      const { entry, warning } = await recordChanges(core, why, async (vault) => {
        // Planned anew: this refuses a file that has changed since the preview.
        const plan = await planFix(diagnosis.remedy!, { vault, links });
        const yieldToEventLoop = createYielder();
        for (const { path, change } of plan.edits) {
          const place = vault.locate(path);
          vault.save(place, (current) => {
            if (current === null) throw vault.missing(place);
            return change(current);
          });
          await yieldToEventLoop();
        }
        plan.removed?.check();
        if (plan.removed !== null) vault.remove(vault.locate(plan.removed.path));
      });
      return { ...shown, entry: entry?.id ?? null, warning };
    },
    dismiss: async (id: string) => dismissed.add((await find(id)).finding),
    async restore(id: string): Promise<void> {
      if (!dismissed.remove(id)) throw unknown(id);
    },
  };
}

async function filesOf({ vault }: Core, plan: FixPlan): Promise<FixPreview['files']> {
  const files: FixPreview['files'] = [];
  for (const { path, before, after } of textsOf(plan, vault)) {
    const diff = await unifiedDiff(showPath(path), shownLines(before), shownLines(after));
    files.push({ path: showPath(path), change: 'changed', diff: maskSecrets(diff) });
  }
  if (plan.removed !== null) files.push({ path: showPath(plan.removed.path), change: 'deleted', diff: '' });
  return files;
}

function unknown(id: string): RappelError {
  return new RappelError('not_found', 'finding.unknown', { id });
}

function byHand({ id, places }: Finding): RappelError {
  const [first] = places;
  return new RappelError('invalid_input', 'finding.no_rule', {
    id,
    place: first === undefined ? '' : [first.path, ...(first.line ? [first.line] : [])].join(':'),
  });
}
