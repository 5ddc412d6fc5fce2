import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEADLINE, findChromium, launch, NO_CHROMIUM } from '../web/support/browser.js';
import {
  createDice,
  createPlace,
  type Place,
  pause,
  type Running,
  startService,
  until,
  untilAgreed,
} from './harness.js';

const NOTE = 'bucket/shared.md';
/** Each writer has a place of its own: two that change the same lines are asked, which is another test. */
const BEGINNING = '# Two\n\n# Disk\n\nOf an editor.\n\n# Agent\n\nOf an agent.\n\n# One\n\nOf a person.\n';

/** Who writes, and the source under which the history should have it. */
const WRITERS = { one: 'page', two: 'page', disk: 'outside', agent: 'tool' } as const;
type Writer = keyof typeof WRITERS;

/**
 * Two tabs, an editor on the disk and an agent change one note at the same time. In the end every line stands in it once,
 * both tabs show it as it is on the disk, and the history has it.
 */
export async function pageScenario({ seconds }: { seconds: number }) {
  if (findChromium() === null) return { leftOut: NO_CHROMIUM };
  const place = createPlace();
  const browser = await launch();
  try {
    place.put(NOTE, BEGINNING);
    const service = await startService(place);
    await untilAgreed(place, 60_000);
    const tabs = await openTabs(browser, service);
    const lines: Record<Writer, string[]> = { one: [], two: [], disk: [], agent: [] };
    const saved: string[] = [];
    const dice = createDice(seconds);
    const end = performance.now() + seconds * 1_000;
    const repeat = async (writer: Writer, longestPause: number, write: (line: string) => unknown) => {
      while (performance.now() < end) {
        const line = `${writer} ${lines[writer].length + 1}.`;
        await write(line);
        lines[writer].push(line);
        await pause(dice(longestPause));
      }
    };
    await Promise.all([
      repeat('one', 1_500, (line) => typeIn(tabs.one, ['Control+End'], line)),
      repeat('two', 1_500, (line) => typeIn(tabs.two, ['Control+Home', 'End', 'Enter'], line)),
      repeat('disk', 700, (line) => saved.push(saveOnDisk(place, line, dice(2) === 0))),
      repeat('agent', 900, (line) => editByTool(service, line)),
    ]);
    for (const tab of Object.values(tabs)) await untilSaved(tab);
    await untilAgreed(place, 60_000);
    const changes = await changesOf(service);
    const overwritten = overwrittenOnDisk(Object.values(lines).flat(), saved, changes);
    const kept = Object.values(lines)
      .flat()
      .filter((line) => !overwritten.includes(line));
    assertOnce(place.get(NOTE), kept, changes);
    for (const [name, tab] of Object.entries(tabs))
      await until(`tab ${name} to show the note as it is`, DEADLINE, async () => {
        const shown = linesOf(await textIn(tab));
        return kept.every((line) => shown.includes(line));
      });
    const recorded = assertRecorded(changes, lines);
    assert.equal(await service.stop(), 0);
    const counts = Object.fromEntries(Object.entries(lines).map(([writer, { length }]) => [writer, length]));
    return { seconds, ...counts, ...recorded, overwritten: overwritten.length };
  } finally {
    await browser.close();
    place.remove();
  }
}

/** Of one browser: they share what it keeps. */
async function openTabs(browser: Awaited<ReturnType<typeof launch>>, { url }: Running) {
  const { context, page: one } = await browser.open();
  const two = await context.newPage();
  for (const tab of [one, two]) {
    await tab.goto(`${url}/file/${NOTE}?edit`);
    await editorOf(tab).waitFor();
  }
  return { one, two };
}

const editorOf = (tab: Page) => tab.getByRole('textbox', { name: 'Text of shared.md' });

/** The whole text: the editor draws only the lines that can be seen. */
async function textIn(tab: Page): Promise<string> {
  await tab.bringToFront();
  await editorOf(tab).focus();
  for (const key of ['Control+a', 'Control+c']) await tab.keyboard.press(key);
  return (await tab.evaluate('navigator.clipboard.readText()')) as string;
}

/** Goes to a place, and puts a line there at once: of one that is half typed, an editor would write the first half back. */
async function typeIn(tab: Page, keys: string[], line: string): Promise<void> {
  await editorOf(tab).focus();
  for (const key of keys) await tab.keyboard.press(key);
  await tab.keyboard.insertText(keys.at(-1) === 'Enter' ? line : `${line}\n`);
}

/** A person whose line was overwritten on the disk is asked, and brings it back. */
async function untilSaved(tab: Page): Promise<void> {
  const saved = tab.getByText('Saved', { exact: true });
  const apply = tab.getByRole('button', { name: 'Apply choices' });
  try {
    await saved.or(apply).first().waitFor();
    if (await apply.isVisible()) {
      for (const mine of await tab.getByText('Use my version').all()) await mine.click();
      await apply.click();
    }
    await saved.waitFor();
  } catch {
    throw new Error(`not saved: ${await tab.getByRole('main').innerText()}`);
  }
}

/** In place, or by putting a new file in its place; returns what it wrote. */
function saveOnDisk(place: Place, line: string, inPlace: boolean): string {
  const file = join(place.vault, NOTE);
  const next = below('Disk', line, readFileSync(file, 'utf8'));
  writeFileSync(inPlace ? file : `${file}~`, next);
  if (!inPlace) renameSync(`${file}~`, file);
  return next;
}

/** As assistants do: reads the file, then replaces a passage; one that changed meanwhile is read again. */
async function editByTool(service: Running, line: string): Promise<void> {
  const calls = [
    { tool: 'read', input: { paths: NOTE } },
    { tool: 'edit', input: { path: NOTE, old_content: '# Agent', new_content: `# Agent\n\n${line}` } },
  ];
  await until(`the agent to write ${line}`, DEADLINE, async () => {
    const { status, body } = await service.request('POST', '/api/calls', { calls });
    return status === 200 && (body as { outcomes: { ok: boolean }[] }).outcomes.every(({ ok }) => ok);
  });
}

function below(heading: string, line: string, text: string): string {
  return text.replace(`# ${heading}\n`, `# ${heading}\n\n${line}\n`);
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function assertOnce(text: string, lines: readonly string[], changes: readonly Change[]): void {
  const found = linesOf(text);
  const wrong = lines.filter((line) => found.filter((other) => other === line).length !== 1);
  const told = changes.map((change) => JSON.stringify(change)).join('\n');
  assert.deepEqual(wrong, [], `lines that are not there once, in:\n${text}\nafter the changes:\n${told}`);
}

interface Change {
  source: string;
  added: string[];
  removed: string[];
}

/** What the entries of the note changed, oldest first. */
async function changesOf(service: Running): Promise<Change[]> {
  const { body } = await service.request('POST', '/api/history/list', { path: NOTE, limit: 1000 });
  const { entries } = body as { entries: { id: string; source: string }[] };
  const changes: Change[] = [];
  for (const { id, source } of entries.toReversed()) {
    const { diff } = (await service.request('POST', '/api/history/show', { id })).body as { diff: string };
    const rows = (sign: string) =>
      diff.split('\n').flatMap((row) => (row.startsWith(sign) ? [row.slice(1)] : []));
    changes.push({ source, added: rows('+'), removed: rows('-') });
  }
  return changes;
}

/**
 * Between its reading and its writing, an editor does not see what others save: such a line is gone with the entry that has the
 * editor's own one, and what the editor wrote does not have it. It can be undone, and is no loss of the service.
 */
function overwrittenOnDisk(lines: readonly string[], saved: readonly string[], changes: readonly Change[]) {
  return lines.filter((line) =>
    changes.some(
      ({ source, added, removed }) =>
        source === 'outside' &&
        removed.includes(line) &&
        saved.some((text, at) => added.includes(`disk ${at + 1}.`) && !linesOf(text).includes(line)),
    ),
  );
}

/** Each line came in with an entry. Counts the entries, and the lines that came in with an entry of another writer. */
function assertRecorded(changes: readonly Change[], lines: Record<Writer, string[]>) {
  const sources = new Map<string, string>();
  for (const { source, added } of changes)
    for (const line of added) if (!sources.has(line)) sources.set(line, source);
  const all = Object.values(lines).flat();
  assert.deepEqual(
    all.filter((line) => !sources.has(line)),
    [],
    'lines that the history does not have',
  );
  const claimed = lines.disk.filter((line) => sources.get(line) === 'tool');
  assert.deepEqual(claimed, [], 'lines of the editor on the disk under the agent');
  const underAnotherName = all.filter(
    (line) => sources.get(line) !== WRITERS[line.split(' ')[0] as Writer],
  ).length;
  return { entries: changes.length, underAnotherName };
}
