import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KINDS_TYPED } from '../../../../test/support/librarian-kinds.js';
import { tempFolder, tempVault } from '../../../../test/support/temp-vault.js';
import { createStaticEmbedder } from '../../../search/models/static/static-embedder.js';
import { allOpenTasks } from '../../../vault/tasks.js';
import { kindIn } from '../place-input.js';
import { listProjects } from '../projects.js';
import { routeInput } from '../routing/route-input.js';
import { closedTasks } from './closed-tasks.js';
import { isCompletion } from './done.js';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/vault');
const LEAST_RIGHT = 0.97;

it('knows the kind of what people type', { timeout: 300_000 }, async ({ annotate }) => {
  const root = tempFolder();
  cpSync(EXAMPLE, root, { recursive: true, preserveTimestamps: true });
  const { context } = tempVault({}, root);
  const embedder = createStaticEmbedder();
  const rows = Object.entries(KINDS_TYPED).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((text) => ({ kind, text })),
  );
  const wrong: string[] = [];
  for (const { kind, text } of rows) {
    const { candidates, decision } = await routeInput(context, text, { language: 'fr' });
    const project = decision === 'ask' ? null : candidates[0]!.project;
    const closes = isCompletion(text)
      ? await closedTasks(text, allOpenTasks(context.vault, listProjects(context.vault)), embedder)
      : [];
    const found = kindIn(context, { text, images: [], given: '2025-07-14' }, project, closes);
    if (found !== kind) wrong.push(`${found} instead of ${kind}: ${text}`);
  }
  await annotate(`${rows.length - wrong.length} of ${rows.length} right`);
  expect(1 - wrong.length / rows.length, wrong.join('\n')).toBeGreaterThanOrEqual(LEAST_RIGHT);
});
