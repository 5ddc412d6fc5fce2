import type { ToolContext } from '../../tools/define-tool.js';
import { readIfText } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { kindOf } from '../../vault/kinds.js';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import { listFolder } from '../../vault/scan.js';
import { slugOf } from './projects.js';

/**
 * A file that already contains exactly this text, alone or as an entry of a changelog; null if there is none. Spaces and
 * marks do not count.
 */
export async function knownCopy(context: ToolContext, text: string): Promise<VaultPath | null> {
  const wanted = [...wordsOf(text)];
  if (wanted.length === 0) return null;
  const engine = await context.engine();
  const { results } = await engine.search({ queries: [text.slice(0, 500)], limit: 5, context: 0 });
  const found = new Set(results.map(({ path }) => context.vault.resolve(path).path));
  const candidates = [...found, ...inboxInputs(context, text)];
  return candidates.find((path) => isCopy(context, path, wanted)) ?? null;
}

function isCopy({ vault }: ToolContext, path: VaultPath, wanted: readonly string[]): boolean {
  const text = readIfText(vault, path);
  if (text === null) return false;
  const body = bodyOf(text);
  if (holdsOnly(body, wanted)) return true;
  return kindOf(path) === 'changelog' && body.split(/^#{1,2} /m).some((entry) => holdsOnly(entry, wanted));
}

/** Reads no further than to the first difference: a file may be long. */
function holdsOnly(text: string, wanted: readonly string[]): boolean {
  let count = 0;
  for (const word of wordsOf(text)) if (word !== wanted[count++]) return false;
  return count === wanted.length;
}

/** How many inbox items with other names are compared. */
const MOST_OTHERS = 100;

/**
 * The inbox is not indexed, but sending the same text twice must not ask twice. Items made by the clerk
 * are named after their text; of those named by a model or a person, the newest are compared.
 */
function inboxInputs({ vault }: ToolContext, text: string): VaultPath[] {
  const inbox = vault.locate(joinPath(ROOT, 'inbox'));
  if (inbox.kind !== 'folder') return [];
  const slug = slugOf(text);
  const named = new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${slug}(?:-\\d+)?$`);
  const items = listFolder(vault.root, inbox.target, inbox.path).map(({ name }) => name);
  const others = items.filter((name) => !named.test(name)).slice(-MOST_OTHERS);
  return [...items.filter((name) => named.test(name)), ...others].map((name) =>
    joinPath(joinPath(inbox.path, name), 'input.md'),
  );
}

function* wordsOf(text: string): Generator<string> {
  const [mark = ''] = /^\[d[ée]cision\]/iu.exec(text) ?? [];
  for (const [word] of text.slice(mark.length).matchAll(/[\p{L}\p{N}\p{S}]+/gu)) yield word;
}
