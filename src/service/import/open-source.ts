import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { isMarkdown } from '../../vault/kinds.js';
import type { ImportSource, Offer, SkippedItem } from './item.js';
import { jsonElements } from './json-elements.js';
import { jsonLines } from './json-lines.js';
import { parseRecord } from './loose-json.js';
import { chatgptOffers, looksLikeChatgpt } from './sources/chatgpt.js';
import { claudeOffers, looksLikeClaude } from './sources/claude.js';
import { claudeCodeOffer, looksLikeClaudeCode } from './sources/claude-code.js';
import { codexOffer, looksLikeCodex } from './sources/codex.js';
import { createNoteReader } from './sources/notes.js';
import { type FoundFile, walkFolder } from './sources/walk-folder.js';

/** Looks at what lies at a path and says what kind of source it is. Throws where it is none that can be imported. */
export async function openSource(given: string): Promise<ImportSource> {
  let path: string;
  try {
    path = realpathSync.native(given);
  } catch {
    throw new RappelError('not_found', `there is nothing at ${given}`);
  }
  return statSync(path).isDirectory() ? openFolder(path) : openFile(path);
}

async function openFile(path: string): Promise<ImportSource> {
  const name = basename(path);
  if (/\.zip$/i.test(name)) {
    throw new RappelError('invalid_input', `${name} is a ZIP archive`, {
      hint: 'Unpack it first, then import the folder.',
    });
  }
  if (/\.json$/i.test(name)) return openExport(path);
  if (/\.jsonl$/i.test(name)) {
    const read = await logReader(path);
    if (read === null) throw unknown(name);
    return { label: read.label, path, offers: () => one(read.offer) };
  }
  if (!isMarkdown(name) && !/\.(?:txt|pdf)$/i.test(name)) throw unknown(name);
  const reader = createNoteReader('notes', dirname(path));
  const label = /\.pdf$/i.test(name) ? 'PDF' : isMarkdown(name) ? 'Markdown file' : 'Text file';
  return { label, path, offers: () => reader.offersOf({ name: name.normalize('NFC'), address: path }, '') };
}

async function openFolder(path: string): Promise<ImportSource> {
  // What ChatGPT and Claude send, unpacked: everything else in it is the same again in other forms.
  const exported = join(path, 'conversations.json');
  if (existsSync(exported)) return openExport(exported);
  const isObsidian = existsSync(join(path, '.obsidian'));
  const reader = createNoteReader(isObsidian ? 'obsidian' : 'notes', path);
  const prefix = `${basename(path).normalize('NFC').replace(/^\.+/, '')}/`;
  return {
    label: isObsidian ? 'Obsidian vault' : 'Folder',
    path,
    async *offers() {
      const passed: SkippedItem[] = [];
      const passOver = (from: string, skipped: string) => passed.push({ from, skipped });
      for (const file of walkFolder(path, passOver)) {
        yield* passed.splice(0);
        if (/\.jsonl$/i.test(file.name)) yield await offerOfLog(file);
        else yield* reader.offersOf(file, prefix);
      }
      yield* passed;
    },
  };
}

async function openExport(path: string): Promise<ImportSource> {
  for await (const element of jsonElements(createReadStream(path))) {
    const record = parseRecord(element) ?? {};
    if (looksLikeChatgpt(record)) return { label: 'ChatGPT export', path, offers: () => chatgptOffers(path) };
    if (looksLikeClaude(record)) return { label: 'Claude export', path, offers: () => claudeOffers(path) };
    break;
  }
  throw unknown(basename(path));
}

async function offerOfLog(file: FoundFile): Promise<Offer> {
  if (/(?:^|\/)agent-[^/]*$|(?:^|\/)subagents\//.test(file.name))
    return { from: file.name, skipped: 'the log of a helper, not of a conversation' };
  const read = await logReader(file.address);
  return read === null ? { from: file.name, skipped: 'not a log of Claude Code or Codex' } : read.offer();
}

/** Which program wrote a log shows in its first records. */
async function logReader(file: string): Promise<{ label: string; offer(): Promise<Offer> } | null> {
  let left = 20;
  for await (const record of jsonLines(file)) {
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
  return new RappelError('invalid_input', `${name} is nothing that can be imported`, {
    hint: 'Import a folder of Markdown, an Obsidian vault, conversations.json of ChatGPT or Claude, session logs of Claude Code or Codex (.jsonl), PDF, text, or an archive made by rappel export.',
  });
}
