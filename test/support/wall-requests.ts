import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '../../src/memory/memory.js';
import { RappelError } from '../../src/shared/errors.js';
import { cite } from '../../src/vault/citation.js';
import { filesIn } from './walled-vault.js';

type Asking = (memory: Memory) => Promise<unknown>;

/** What can be asked of every memory, whatever it holds. */
export const GENERAL: Record<string, Asking> = {
  tree: (memory) => memory.run('tree'),
  list: (memory) => memory.run('files/list'),
  'tool tree': (memory) => tool(memory, 'tree', {}),
  'tool read': (memory) => tool(memory, 'read', { paths: ['**/*.md'] }),
  'tool concat': (memory) => tool(memory, 'concat', { paths: ['**/*.md'] }),
  find: (memory) => memory.run('tools/search', { queries: ['harbour mast'], limit: 20, explain: true }),
  'find deep': (memory) =>
    memory.run('tools/search', { queries: ['the budget of the project'], mode: 'deep' }),
  ask: (memory) => memory.run('search', { question: 'Where is the harbour?' }),
  'ask open': (memory) => memory.run('search', { question: 'What is open?' }),
  'ask projects': (memory) => memory.run('search', { question: 'Which projects are there?' }),
  'ask recently': (memory) => memory.run('search', { question: 'What happened recently?' }),
  orient: (memory) => memory.run('orient', {}),
  answers: (memory) => memory.run('answers/list', { limit: 50 }),
  explain: (memory) => memory.run('answers/explain', { id: 'last' }),
  inbox: (memory) => memory.run('inbox/list'),
  updates: (memory) => memory.run('updates/list', { limit: 50 }),
  route: (memory) => memory.run('route', { text: 'The harbour needs paint.' }),
  findings: (memory) => memory.run('findings/list'),
  status: (memory) => memory.run('status'),
  history: (memory) => memory.run('history/list', { limit: 200 }),
  async 'every entry'(memory) {
    const entries = (await memory.run('history/list', { limit: 200 })).entries;
    return Promise.all(entries.map(({ id }) => memory.run('history/show', { id: id })));
  },
};

/** What leads to one file, whether it is there or not. */
export function requestsFor(path: string, word: string): Record<string, Asking> {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return {
    read: (memory) => memory.run('files/bytes', { path }),
    'tool read': (memory) => tool(memory, 'read', { paths: [path] }),
    'tool read glob': (memory) => tool(memory, 'read', { paths: [`${folder}/*`] }),
    'tool tree': (memory) => tool(memory, 'tree', { path: folder }),
    'tool write': (memory) => tool(memory, 'write', { path, content: 'x' }),
    'tool append': (memory) => tool(memory, 'append', { path, content: 'x' }),
    'tool edit': (memory) => tool(memory, 'edit', { path, edits: [{ old_text: 'harbour', new_text: 'x' }] }),
    'tool delete': (memory) => tool(memory, 'delete', { path }),
    'tool move': (memory) => tool(memory, 'move', { from: path, to: 'projects/x/y.md' }),
    orient: (memory) => memory.run('orient', { project: word }),
    history: (memory) => memory.run('history/list', { path, limit: 10 }),
    restore: (memory) => memory.run('history/restore', { path, at: { time: '2025-07-14T19:00:00' } }),
    verify: (memory) =>
      memory.run('verify', { refs: [`${path.replace(/^(?:vault\/)?/, 'vault/')}:1-2@abcdef`] }),
  };
}

/** What asks about a word. How near it is to others in meaning depends on the word itself. */
export function requestsAbout(word: string): Record<string, Asking> {
  return {
    'find scoped': (memory) =>
      memory.run('tools/search', { queries: ['harbour'], scopes: [`projects/${word}`] }),
    find: (memory) => memory.run('tools/search', { queries: [word], limit: 20, explain: true }),
    ask: (memory) => memory.run('search', { question: `What is ${word}?` }),
    route: (memory) => memory.run('route', { text: `The ${word} is new.` }),
  };
}

/** What leads to an entry, an update, an answer or an item of the inbox by its id. */
export function requestsById(id: string): Record<string, Asking> {
  return {
    show: (memory) => memory.run('history/show', { id: id }),
    'preview undo': (memory) => memory.run('history/preview', { id: id }),
    undo: (memory) => memory.run('history/undo', { id: id }),
    redo: (memory) => memory.run('history/redo', { id: id }),
    update: (memory) => memory.run('updates/find', { id: id }),
    retry: (memory) => memory.run('updates/retry', { id: id }),
    dismiss: (memory) => memory.run('updates/dismiss', { id: id }),
    refile: (memory) => memory.run('updates/refile', { id: id, project: '' }),
    explain: (memory) => memory.run('answers/explain', { id: id }),
    item: (memory) => memory.run('inbox/read', { item: id }),
    finding: (memory) => memory.run('findings/preview', { id: id }),
  };
}

/** Everything that a caller gets, as text; of an error all that it says. */
export async function answerTo(asking: Asking, memory: Memory): Promise<string> {
  try {
    return JSON.stringify(await asking(memory), (_, value) => (value instanceof Error ? said(value) : value));
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    return said(error);
  }
}

/** References to lines of files that lie there now, as an answer would give them. */
export function referencesTo(root: string): string[] {
  return filesIn(root)
    .filter((path) => path.endsWith('.md'))
    .map((path) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      return cite(`vault/${path}`, lines, [{ first: 1, last: Math.min(3, lines.length) }]).ref;
    });
}

function said(error: Error): string {
  const { code = '', hint = '', fields = null, data = null } = error as Partial<RappelError>;
  return [code, error.message, hint, JSON.stringify(fields), JSON.stringify(data)].join(' | ');
}

async function tool(memory: Memory, name: string, input: object) {
  const { outcomes, warning } = await memory.run('calls', { calls: [{ tool: name, input }] });
  return { outcomes, warning };
}
