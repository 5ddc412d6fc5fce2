import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BIN } from '../../test/support/rappel.js';
import { tempFolder } from '../../test/support/temp-vault.js';
import { readMemoryConsent } from '../service/capture/own-memories.js';
import { createAssistants } from './assistants.js';

it('connects an assistant with its hooks, as `rappel install` does, and takes both out again', () => {
  const home = tempFolder();
  const [server, hooks] = [join(home, '.codex', 'config.toml'), join(home, '.codex', 'hooks.json')];
  const assistants = createAssistants('/notes', { HOME: home }, BIN);
  const { files } = assistants.preview('codex', 'in');
  expect(files.map(({ file }) => file)).toEqual([server, hooks]);
  expect(existsSync(hooks)).toBe(false);
  expect(assistants.change('codex', 'in')).toMatchObject({ files, changed: true });
  expect(readFileSync(hooks, 'utf8')).toContain('hook session-start --client codex --vault /notes');
  expect(assistants.change('codex', 'in').changed).toBe(false);
  assistants.change('codex', 'out');
  expect([existsSync(server), existsSync(hooks)]).toEqual([false, false]);
});

it('lets the own notes of an assistant be read if that is wanted, until it is disconnected', () => {
  const root = tempFolder();
  const assistants = createAssistants(root, { HOME: tempFolder() }, BIN);
  expect(assistants.preview('claude-desktop', 'in').offers_own_notes).toBe(false);
  expect(assistants.preview('claude-code', 'in').offers_own_notes).toBe(true);
  assistants.change('claude-code', 'in');
  assistants.change('claude-desktop', 'in', { ownNotes: true });
  expect(readMemoryConsent(root)).toEqual([]);
  assistants.change('claude-code', 'in', { ownNotes: true });
  expect(readMemoryConsent(root)).toEqual(['claude-code']);
  expect(assistants.preview('claude-code', 'in').offers_own_notes).toBe(false);
  assistants.change('claude-code', 'out');
  expect(readMemoryConsent(root)).toEqual([]);
});
