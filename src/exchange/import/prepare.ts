import { type Clock, localTimestamp } from '../../shared/clock.js';
import { findSecrets, maskSecrets, type Secret } from '../../shared/secrets.js';
import type { Bytes } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { imageInfo } from '../../vault/images.js';
import { hasImageName, isMarkdown } from '../../vault/kinds.js';
import { stamp } from '../../vault/stamp.js';
import { countTokens, imageTokens } from '../../vault/tokens.js';
import type { ImportItem } from './item.js';
import { contentHash, keepOriginals, withSourceFields } from './source-fields.js';
import { readSourceFile, readSourceStart, type SourceFile } from './source-file.js';

/** An item as it would be in the vault. */
export interface Prepared {
  bytes(): Bytes;
  tokens: number;
  secrets(): Secret[];
  /** Its text with the secrets masked, as it is written, and as it came; null where that is the same, or never wanted. */
  held: { masked: string; text: string } | null;
  /** For a Markdown file: identifies its content at the source and in the vault. */
  hash: string | null;
}

/** The bytes of an item, with dates and origin in the frontmatter, without what looks like a secret; `skipSecrets` drops that for good. */
export function prepare(item: ImportItem, options: { skipSecrets: boolean; clock: Clock }): Prepared {
  if (!('text' in item.content)) return prepareCopy(item.name, item.content);
  const asIs = item.content.text;
  const text = maskSecrets(asIs);
  const held = options.skipSecrets || text === asIs ? null : { masked: text, text: asIs };
  if (!isMarkdown(item.name)) {
    return {
      bytes: () => Buffer.from(text),
      tokens: countTokens(text),
      secrets: () => (text === asIs ? [] : findSecrets(asIs)),
      held,
      hash: null,
    };
  }
  const hash = contentHash(text);
  const finish = (content: string) =>
    stampItem(
      withSourceFields(content, { kind: item.kind, id: item.sourceId, hash, place: item.place ?? null }),
      item,
      options.clock,
    );
  const final = finish(text);
  return {
    bytes: () => Buffer.from(final),
    tokens: countTokens(bodyOf(final)),
    // Line numbers are those of the file in the vault.
    secrets: () => (text === asIs ? [] : findSecrets(finish(asIs))),
    held,
    hash,
  };
}

function prepareCopy(name: string, content: { file: SourceFile } | { bytes: Uint8Array }): Prepared {
  const bytes = () => ('file' in content ? readSourceFile(content.file) : Buffer.from(content.bytes));
  const start = () => ('file' in content ? readSourceStart(content.file, LONGEST_PREVIEW) : bytes());
  const info = hasImageName(name) ? imageInfo(start()) : null;
  const tokens = info === null ? 0 : imageTokens(info.width, info.height);
  return { bytes, tokens, secrets: () => [], held: null, hash: null };
}

/** A photo may contain a preview before the bytes with its size. */
const LONGEST_PREVIEW = 4 * 1024 * 1024;

function stampItem(text: string, { created, updated }: ImportItem, clock: Clock): string {
  const first = created ?? updated ?? clock.now();
  const times = { created: localTimestamp(first), updated: localTimestamp(updated ?? first) };
  const tokens = String(countTokens(bodyOf(text)));
  return stamp(keepOriginals(text, { ...times, tokens }), times);
}
