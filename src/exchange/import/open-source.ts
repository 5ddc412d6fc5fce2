import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { isMarkdown } from '../../vault/kinds.js';
import { compareNames } from '../../vault/paths.js';
import type { ImportSource, Offer, SkippedItem } from './item.js';
import { jsonElements } from './json-elements.js';
import { jsonLines } from './json-lines.js';
import { parseRecord } from './loose-json.js';
import { type SourceFile, streamSourceFile } from './source-file.js';
import { chatgptOffers, looksLikeChatgpt } from './sources/chatgpt.js';
import { claudeOffers, looksLikeClaude } from './sources/claude.js';
import { claudeCodeOffer, looksLikeClaudeCode } from './sources/claude-code.js';
import { codexOffer, looksLikeCodex } from './sources/codex.js';
import { createNoteReader } from './sources/notes.js';
import { type FoundFile, walkFolder } from './sources/walk-folder.js';
import { unpackZip } from './zip/unpack-zip.js';

/** Looks at what lies at a path and says what kind of source it is. Throws where it is none that can be imported. */
export async function openSource(given: string): Promise<ImportSource> {
  let path: string;
  try {
    path = realpathSync.native(given);
  } catch {
    throw new RappelError('not_found', `there is nothing at ${given}`);
  }
  return statSync(path).isDirectory() ? openFolder(path, path) : openFile(path);
}

async function openFile(path: string): Promise<ImportSource> {
  const name = basename(path);
  const file: SourceFile = { root: dirname(path), address: path };
  if (/\.zip$/i.test(name)) return openZip(path);
  if (/\.json$/i.test(name)) return openExport(path, [file]);
  if (/\.jsonl$/i.test(name)) {
    const read = await logReader(file);
    if (read === null) throw unknown(name);
    return { label: read.label, path, offers: () => one(read.offer) };
  }
  if (!isMarkdown(name) && !/\.(?:txt|pdf)$/i.test(name)) throw unknown(name);
  const reader = createNoteReader('notes', dirname(path));
  const label = /\.pdf$/i.test(name) ? 'PDF' : isMarkdown(name) ? 'Markdown file' : 'Text file';
  const found = { name: name.normalize('NFC'), ...file };
  return {
    label,
    path,
    async *offers() {
      try {
        yield* reader.offersOf(found, '');
      } finally {
        reader.close();
      }
    },
  };
}

/** Read from a folder beside; known to be the same by the place of the archive. */
async function openZip(path: string): Promise<ImportSource> {
  const { folder, skipped, close } = await unpackZip(path);
  try {
    const source = await openFolder(path, folder);
    return {
      ...source,
      close,
      async *offers() {
        yield* source.offers();
        yield* skipped;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** `path` is what the user named, `folder` where its content lies. */
async function openFolder(path: string, folder: string): Promise<ImportSource> {
  // What ChatGPT and Claude send, unpacked: everything else in it is the same again in other forms.
  const exported = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^conversations(?:-\d+)?\.json$/.test(entry.name))
    .map(({ name }) => ({ root: folder, address: join(folder, name) }));
  if (exported.length > 0)
    return openExport(
      path,
      exported.sort((a, b) => compareNames(a.address, b.address)),
    );
  const isObsidian = existsSync(join(folder, '.obsidian'));
  const reader = createNoteReader(isObsidian ? 'obsidian' : 'notes', path);
  const name = basename(path).replace(/\.zip$/i, '');
  const prefix = `${name.normalize('NFC').replace(/^\.+/, '')}/`;
  return {
    label: isObsidian ? 'Obsidian vault' : 'Folder',
    path,
    async *offers() {
      const passed: SkippedItem[] = [];
      const passOver = (from: string, skipped: string) => passed.push({ from, skipped });
      try {
        for (const file of walkFolder(folder, passOver)) {
          yield* passed.splice(0);
          if (/\.jsonl$/i.test(file.name)) yield await offerOfLog(file);
          else yield* reader.offersOf(file, prefix);
        }
        yield* passed;
      } finally {
        reader.close();
      }
    },
  };
}

/** A large export comes in several files: conversations-000.json, conversations-001.json … */
async function openExport(path: string, files: SourceFile[]): Promise<ImportSource> {
  for await (const element of jsonElements(streamSourceFile(files[0]!))) {
    if (element === null) continue;
    const record = parseRecord(element) ?? {};
    if (looksLikeChatgpt(record)) return source('ChatGPT export', chatgptOffers);
    if (looksLikeClaude(record)) return source('Claude export', claudeOffers);
    break;
  }
  throw unknown(basename(files[0]!.address));

  function source(label: string, offersIn: (file: SourceFile) => AsyncGenerator<Offer>): ImportSource {
    return {
      label,
      path,
      async *offers() {
        for (const file of files) yield* offersIn(file);
      },
    };
  }
}

async function offerOfLog(file: FoundFile): Promise<Offer> {
  if (/(?:^|\/)agent-[^/]*$|(?:^|\/)subagents\//.test(file.name))
    return { from: file.name, skipped: 'the log of a subagent, not of a conversation' };
  const read = await logReader(file);
  return read === null ? { from: file.name, skipped: 'not a log of Claude Code or Codex' } : read.offer();
}

/** Which program wrote a log shows in its first records. */
async function logReader(file: SourceFile): Promise<{ label: string; offer(): Promise<Offer> } | null> {
  let left = 20;
  for await (const record of jsonLines(file)) {
    if (record === null) continue;
    if (looksLikeCodex(record)) return { label: 'Codex session', offer: () => codexOffer(file) };
    if (looksLikeClaudeCode(record))
      return { label: 'Claude Code session', offer: () => claudeCodeOffer(file) };
    if (--left === 0) break;
  }
  return null;
}

async function* one(offer: () => Promise<Offer>): AsyncGenerator<Offer> {
  yield await offer();
}

function unknown(name: string): RappelError {
  return new RappelError('invalid_input', `this file type can't be imported (${extname(name) || name})`, {
    hint: 'Import a folder of Markdown, an Obsidian vault, an export of ChatGPT or Claude (.zip, or its conversations.json), session logs of Claude Code or Codex (.jsonl), PDF, text, or an archive made by rappel export.',
  });
}
