import { isExport, takeIn } from '../../exchange/archive/take-in.js';
import type { ImportPreview } from '../../exchange/exchange.js';
import type { ImportResult } from '../../exchange/import/run-import.js';
import type { CommandMemory } from '../../memory/memory.js';
import { openEngine } from '../../service/engine/open-engine.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { stoppable } from '../exit-on-signals.js';
import { planJson, planText } from '../import-preview.js';
import { withMemory } from '../open-memory.js';
import { openVault } from '../open-vault.js';
import { showIndexing } from '../progress.js';
import { showLeftOut } from '../show-left-out.js';

export const importCommand: Command = {
  summary:
    'Import notes (Obsidian, Notion, Logseq, Bear, Apple Notes), chats, session logs, documents, or an exported vault.',
  usage: 'PATH',
  arguments: { least: 1, most: 1 },
  options: {
    into: { value: 'PATH', summary: 'a project (projects/NAME) or folder of the vault (default: bucket)' },
    'skip-secrets': { value: true, summary: 'leave out keys, tokens and passwords found on the way' },
    'dry-run': { value: true, summary: 'show what would happen, and do nothing' },
    yes: { value: true, summary: 'do not ask' },
  },
  examples: [
    'rappel import ~/Obsidian',
    'rappel import ~/Downloads/chatgpt-export.zip --dry-run',
    'rappel import ~/.claude/projects --skip-secrets --yes',
    'rappel import offer.pdf --into projects/startup-x',
    'rappel import rappel.tar.gz --vault ~/rappel',
  ],
  async run(invocation) {
    const [path = ''] = invocation.arguments;
    if (isExport(path)) await takeInExport(invocation, path);
    else await withMemory(invocation, (memory) => importSource(invocation, memory, path));
  },
};

async function importSource(
  invocation: Invocation,
  { exchange }: CommandMemory,
  path: string,
): Promise<void> {
  const skipSecrets = invocation.flag('skip-secrets');
  const preview = await (await exchange()).preview({ path, into: invocation.text('into'), skipSecrets });
  try {
    await importFrom(invocation, preview);
  } finally {
    preview.close();
  }
}

async function importFrom(invocation: Invocation, preview: ImportPreview): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const json = invocation.flag('json');
  const work = preview.plan.files.filter(({ action }) => action !== 'known').length;
  const isEmpty = preview.plan.files.length === 0;
  if (!json) terminal.out(planText(preview, say));
  if (isEmpty || invocation.flag('dry-run')) {
    if (json) terminal.out(JSON.stringify({ ok: !isEmpty, done: false, ...planJson(preview) }));
    if (isEmpty) terminal.fail(1);
    return;
  }
  if (work > 0 && !(await mayGoOn(invocation, work === 1 ? say`Import 1 file?` : say`Import ${work} files?`)))
    return;
  await stoppable(async (signal) => {
    const result = await preview.run(signal);
    showResult(invocation, preview, result);
    if (signal.aborted) terminal.fail(130);
  });
}

function showResult(invocation: Invocation, preview: ImportPreview, result: ImportResult): void {
  const { terminal } = invocation;
  const { say } = terminal;
  const { entry, written, planned } = result;
  const done = written === planned;
  if (invocation.flag('json')) {
    const history = entry?.id ?? null;
    terminal.out(JSON.stringify({ ok: done, done, history, written, ...planJson(preview) }));
  } else if (planned > 0 || entry !== null) {
    const said = done
      ? say`Done: ${entry === null ? say`Imported ${planned} files` : say(entry.reason)}.`
      : say`Stopped: ${written} of ${planned} files are imported. To continue, run the import again.`;
    const undo = entry === null ? '' : `\n${say`To take it back: rappel undo ${entry.id}`}`;
    terminal.out(`\n${said}${undo}`);
  }
}

async function takeInExport(invocation: Invocation, path: string): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const { vault: root } = invocation.settings();
  const json = invocation.flag('json');
  if (invocation.flag('dry-run')) {
    const said = say`${path} would become the vault at ${root}.`;
    terminal.out(json ? JSON.stringify({ ok: true, done: false, vault: root }) : said);
    return;
  }
  if (!(await mayGoOn(invocation, say`Make ${path} the vault at ${root}?`))) return;
  const report = await takeIn(path, root);
  const engine = await openEngine(openVault(invocation), process.env);
  await engine.refresh({ onProgress: showIndexing(terminal) });
  engine.close();
  const ok = report.leftOut.length === 0;
  if (json) terminal.out(JSON.stringify({ ok, done: true, vault: root, ...report }));
  else terminal.out(say`Imported ${report.files} files: your vault is ${root}` + heldText(report.held, say));
  showLeftOut(invocation, report.leftOut);
}

function heldText(held: number, say: Say): string {
  if (held === 0) return '';
  const what =
    held === 1 ? say`1 update in it is not filed yet.` : say`${held} updates in it are not filed yet.`;
  return `\n${what} ${say`To see them: rappel status. To file them: rappel retry --all`}`;
}

async function mayGoOn(invocation: Invocation, question: string): Promise<boolean> {
  if (invocation.flag('yes')) return true;
  const answer = invocation.flag('json') ? null : await confirm(question, invocation.terminal);
  if (answer === null) {
    throw new UsageError('usage.no_terminal_import');
  }
  if (!answer) invocation.terminal.out(invocation.terminal.say`Nothing was imported.`);
  return answer;
}
