import { OF_THE_PROGRAM } from '../notes/layout.js';
import { notesIn } from './folder.js';

/** What Claude Code notes for itself about a project: `~/.claude/projects/…/memory`. */
export const claudeCodeMemory = notesIn('claude-code-memory', {
  label: 'Claude Code memory',
  title: () => 'claude-code-memory',
  detect: (names, _, path) =>
    names.includes('MEMORY.md') && /[\\/]projects[\\/][^\\/]+[\\/]memory$/.test(path),
});

/** What Codex notes for itself: `~/.codex/memories`. `raw_memories.md` holds the same again, before it was put in order. */
export const codexMemory = notesIn('codex-memory', {
  label: 'Codex memories',
  title: () => 'codex-memory',
  detect: (names, _, path) =>
    /[\\/]memories$/.test(path) && ['MEMORY.md', 'memory_summary.md'].some((name) => names.includes(name)),
  layout: () => ({
    nameOf: (name) => (name === 'raw_memories.md' ? OF_THE_PROGRAM : name),
    textOf: (_, text) => text,
  }),
});
