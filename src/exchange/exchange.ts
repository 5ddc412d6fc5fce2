import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { openEngine } from '../service/engine/open-engine.js';
import { recoverLeft } from '../service/standalone/recover-updates.js';
import { RappelError } from '../shared/errors.js';
import type { OnProgress } from '../shared/progress.js';
import type { Vault } from '../vault/vault.js';
import { type DayReport, exportDay } from './archive/export-day.js';
import { type ExportReport, exportVault } from './archive/export-vault.js';
import type { ImportSource } from './import/item.js';
import { openSource } from './import/open-source.js';
import { destinationOf, type ImportOptions, type ImportPlan, planImport } from './import/plan.js';
import { type ImportResult, runImport } from './import/run-import.js';

/**
 * Import and export. They run in the process of the caller, also while a service runs, whose locks they take: they read
 * and write outside the vault, and a service that did so for its clients would give each of them the rights of its user. A
 * service uses it for what was uploaded to it (`memory/imports.ts`), and for nothing else.
 */
export interface Exchange {
  /** Reads a source and plans what would happen to everything in it. Writes nothing. The preview must be closed. */
  preview(request: ImportRequest): Promise<ImportPreview>;
  /** Copies the vault with its queue and history into an archive or a folder. */
  exportTo(target: string, version: string): Promise<ExportReport>;
  /** Copies the files as they were at the end of a day into a folder. */
  exportDay(target: string, day: string): Promise<DayReport>;
}

interface ImportRequest {
  path: string;
  /** Where a folder or an archive came from that was copied to `path`. */
  named?: string | undefined;
  /** A project or a folder of the vault; its bucket where it is left out. */
  into?: string | undefined;
  /** Leaves out keys, tokens and passwords. */
  skipSecrets: boolean;
}

export interface ImportPreview extends ImportOptions {
  source: Pick<ImportSource, 'label' | 'path'>;
  plan: ImportPlan;
  /** Carries the plan out, as one entry of the history. Where `signal` aborts, what is written until then is the entry. */
  run(signal?: AbortSignal): Promise<ImportResult>;
  close(): void;
}

export function createExchange(vault: Vault, env: NodeJS.ProcessEnv, onProgress: OnProgress): Exchange {
  return {
    async preview({ path, named, into, skipSecrets }) {
      const options: ImportOptions = { into: destinationOf(into), skipSecrets };
      const source = await openSource(path, named);
      const close = () => source.close?.();
      try {
        refuseOverlap(vault, path);
        // What a killed import wrote would count as imported.
        await recoverLeft(vault, env);
        const tell = (done: number) => onProgress({ work: 'reading', done, total: null });
        const plan = await planImport(vault, source, options, tell);
        return { ...options, source, plan, close, run: (signal) => run(source, plan, options, signal) };
      } catch (error) {
        close();
        throw error;
      }
    },
    exportTo: (target, version) => exportVault(vault, env, target, version, onProgress),
    exportDay: (target, day) => exportDay(vault, target, day, onProgress),
  };

  async function run(
    source: ImportSource,
    plan: ImportPlan,
    options: ImportOptions,
    signal?: AbortSignal,
  ): Promise<ImportResult> {
    const engine = await openEngine(vault, env, { onProgress });
    try {
      return await runImport(vault, engine, source, plan, options, { onProgress, signal });
    } finally {
      engine.close();
    }
  }
}

/** A vault that imports itself would double with every run. */
function refuseOverlap(vault: Vault, path: string): void {
  const [a, b] = [`${realpathSync.native(path)}${sep}`, `${vault.root}${sep}`];
  if (a.startsWith(b) || b.startsWith(a))
    throw new RappelError('invalid_input', 'import.overlaps', { source: path, vault: vault.root });
}
