import type { ToolContext } from '../../tools/define-tool.js';
import { readText } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';

/** A file that holds exactly this text already, blanks aside; null where none does. */
export async function knownCopy(context: ToolContext, text: string): Promise<VaultPath | null> {
  const wanted = normal(text);
  const engine = await context.engine();
  const { results } = await engine.search({ queries: [text.slice(0, 500)], limit: 5, context: 0 });
  const candidates = [
    ...results.map(({ path }) => context.vault.resolve(path).path),
    ...inboxInputs(context),
  ];
  return candidates.find((path) => isCopy(context, path, wanted)) ?? null;
}

function isCopy({ vault }: ToolContext, path: VaultPath, wanted: string): boolean {
  const place = vault.locate(path);
  return place.kind === 'file' && normal(bodyOf(readText(place))) === wanted;
}

/** The inbox is not searched, but the same thing dropped twice must not ask twice. */
function inboxInputs({ vault }: ToolContext): VaultPath[] {
  const inbox = vault.locate(joinPath(ROOT, 'inbox'));
  if (inbox.kind !== 'folder') return [];
  return [...walk(vault.root, inbox.target, inbox.path)].flatMap(({ path }) =>
    path.endsWith('/input.md') ? [path] : [],
  );
}

function normal(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
