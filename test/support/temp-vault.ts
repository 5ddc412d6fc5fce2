import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SearchEngine } from '../../src/search/engine.js';
import { createLocalEngine } from '../../src/search/engines/own/local-engine.js';
import { createFileSource } from '../../src/search/files.js';
import type { RappelError } from '../../src/shared/errors.js';
import type { ToolContext, ToolResult } from '../../src/tools/define-tool.js';
import { offeredTool } from '../../src/tools/registry.js';
import { createSession } from '../../src/tools/session.js';
import { createVault, type Vault } from '../../src/vault/vault.js';
import { removeFolder } from './remove-folder.js';

/** A vault in a folder of its own, gone when the test is. Its clock stands still until it is set. */
export interface TempVault {
  root: string;
  vault: Vault;
  context: ToolContext;
  setTime(local: string): void;
  /** Writes a file as another program would. */
  put(path: string, content: string | Buffer): void;
  get(path: string): string;
  /** Calls a tool in this vault's session. */
  call(tool: string, input: unknown): Promise<ToolResult>;
  text(tool: string, input: unknown): Promise<string>;
  /** The error of a call that must fail. */
  error(tool: string, input: unknown): Promise<RappelError>;
}

export function tempVault(files: Record<string, string | Buffer> = {}, root = tempFolder()): TempVault {
  let now = new Date('2025-07-14T18:30:00');
  const vault = createVault({ root, clock: { now: () => now } });
  let engine: SearchEngine | undefined;
  const context: ToolContext = {
    vault,
    session: createSession(),
    async engine() {
      engine ??= createLocalEngine({
        files: createFileSource(vault),
        indexFile: join(tempFolder(), 'index.sqlite'),
        clock: vault.clock,
        refresh: 'every-search',
      });
      return engine;
    },
  };
  const made: TempVault = {
    root,
    vault,
    context,
    setTime(local) {
      now = new Date(local);
    },
    put(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    get: (path) => readFileSync(join(root, path), 'utf8'),
    call: (tool, input) => offeredTool(tool)!.call(input, context),
    text: async (tool, input) => (await made.call(tool, input)).text,
    async error(tool, input) {
      try {
        await made.call(tool, input);
      } catch (error) {
        return error as RappelError;
      }
      throw new Error(`${tool} was expected to fail`);
    },
  };
  for (const [path, content] of Object.entries(files)) made.put(path, content);
  return made;
}

/** A real path, removed after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-test-')));
  onTestFinished(() => removeFolder(folder));
  return folder;
}
