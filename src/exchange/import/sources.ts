import type { ImportSourceKind } from './source-kind.js';
import { appleNotes } from './sources/apple-notes.js';
import { claudeCodeMemory, codexMemory } from './sources/assistant-memory.js';
import { bear } from './sources/bear.js';
import { chatgpt } from './sources/chatgpt.js';
import { claude } from './sources/claude.js';
import { claudeCode } from './sources/claude-code.js';
import { codex } from './sources/codex.js';
import { folder, obsidian } from './sources/folder.js';
import { logseq } from './sources/logseq.js';
import { notion } from './sources/notion.js';
import { documentFiles, mailbox, markdownFile, textFile } from './sources/single-file.js';

/** Every kind of source; the first that detects itself reads the material. */
export const SOURCES: readonly ImportSourceKind[] = [
  chatgpt,
  claude,
  codex,
  claudeCode,
  claudeCodeMemory,
  codexMemory,
  obsidian,
  logseq,
  notion,
  bear,
  appleNotes,
  folder,
  markdownFile,
  textFile,
  ...documentFiles,
  mailbox,
];
