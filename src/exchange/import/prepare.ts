import { type Clock, localTimestamp } from '../../shared/clock.js';
import type { Bytes } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { imageInfo } from '../../vault/images.js';
import { hasImageName, isMarkdown } from '../../vault/kinds.js';
import { stamp } from '../../vault/stamp.js';
import { countTokens, imageTokens } from '../../vault/tokens.js';
import type { ImportItem } from './item.js';
import { findSecrets, type Secret, withoutSecrets } from './secrets.js';
import { contentHash, keepOriginals, withSourceFields } from './source-fields.js';
import { readSourceFile, readSourceStart, type SourceFile } from './source-file.js';

/** An item as it would lie in the vault. */
export interface Prepared {
  bytes(): Bytes;
  tokens: number;
  secrets: Secret[];
  /** Of a Markdown file: what recognises its content at the source and in the vault. */
  hash: string | null;
}

/** The bytes of an item, its dates and its origin in its frontmatter; with `skipSecrets`, what looks like a secret left out. */
export function prepare(item: ImportItem, options: { skipSecrets: boolean; clock: Clock }): Prepared {
  if ('file' in item.content) return prepareCopy(item.name, item.content.file);
  const asIs = item.content.text;
  const text = options.skipSecrets ? withoutSecrets(asIs) : asIs;
  if (!isMarkdown(item.name)) {
    return {
      bytes: () => Buffer.from(text),
      tokens: countTokens(text),
      secrets: findSecrets(asIs),
      hash: null,
    };
  }
  const hash = contentHash(text);
  const finish = (content: string) =>
    stampItem(withSourceFields(content, { kind: item.kind, id: item.sourceId, hash }), item, options.clock);
  const final = finish(text);
  return {
    bytes: () => Buffer.from(final),
    tokens: countTokens(bodyOf(final)),
    // Lines are those of the file in the vault.
    secrets: findSecrets(options.skipSecrets ? finish(asIs) : final),
    hash,
  };
}

function prepareCopy(name: string, file: SourceFile): Prepared {
  const info = hasImageName(name) ? imageInfo(readSourceStart(file, LONGEST_PREVIEW)) : null;
  const tokens = info === null ? 0 : imageTokens(info.width, info.height);
  return { bytes: () => readSourceFile(file), tokens, secrets: [], hash: null };
}

/** A photo may carry a preview before the bytes that tell its size. */
const LONGEST_PREVIEW = 4 * 1024 * 1024;

function stampItem(text: string, { created, updated }: ImportItem, clock: Clock): string {
  const first = created ?? updated ?? clock.now();
  const times = { created: localTimestamp(first), updated: localTimestamp(updated ?? first) };
  const tokens = String(countTokens(bodyOf(text)));
  return stamp(keepOriginals(text, { ...times, tokens }), times);
}
