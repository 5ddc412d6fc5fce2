import type { FindingList, FixPreview } from '../../operations/findings.js';
import { FINDING_KINDS, type Finding, type FindingKind } from '../../service/health/finding.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { withMemory } from '../open-memory.js';
import { bold, dim, paint } from '../paint.js';
import { placeOf } from '../place-of.js';

export const health: Command = {
  summary: 'Check the files: secrets, overdue tasks, broken links, copies. The installation: rappel doctor.',
  usage: '[fix | dismiss | restore FINDING]',
  arguments: { least: 0, most: 2 },
  options: {
    kind: { value: 'KIND', summary: 'only findings of this kind, all of them', choices: FINDING_KINDS },
    dismissed: { value: true, summary: 'list the dismissed findings instead' },
    yes: { value: true, summary: 'fix without a question' },
  },
  examples: [
    'rappel health',
    'rappel health --kind link',
    'rappel health fix 161ef339ca',
    'rappel health dismiss 161ef339ca',
    'rappel health --dismissed',
  ],
  completes: ['fix', 'dismiss', 'restore'],
  async run(invocation) {
    const [action, id] = invocation.arguments;
    if (action === undefined) return list(invocation);
    if (!isAction(action))
      throw new UsageError('usage.got_of', { given: action, names: 'fix, dismiss', last: 'restore' });
    if (id === undefined) throw new UsageError('usage.health_id', { action });
    await ACTIONS[action](invocation, id);
  },
};

const ACTIONS = { fix, dismiss, restore };

function isAction(word: string): word is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, word);
}

/** The headings of the kinds. */
const TITLES: Record<FindingKind, string> = {
  secret: 'Secrets',
  overdue: 'Overdue tasks',
  link: 'Broken links',
  duplicate: 'Copies',
};

/** Of each kind, so that all kinds fit on a screen. */
const MOST_SHOWN = 3;

async function list(invocation: Invocation): Promise<void> {
  const kind = invocation.text('kind') as FindingKind | undefined;
  const dismissed = invocation.flag('dismissed');
  const found = await withMemory(invocation, ({ run }) => run('findings/list', { dismissed }));
  const wanted = kind === undefined ? found : onlyOf(kind, found);
  invocation.report(wanted, () => {
    show(invocation, wanted, kind !== undefined || dismissed);
    tellCount(invocation, wanted, dismissed);
  });
}

function onlyOf(kind: FindingKind, { findings, counts, dismissed }: FindingList): FindingList {
  const none = Object.fromEntries(FINDING_KINDS.map((each) => [each, 0])) as FindingList['counts'];
  return {
    findings: findings.filter((finding) => finding.kind === kind),
    counts: { ...none, [kind]: counts[kind] },
    dismissed,
  };
}

function show(invocation: Invocation, { findings, counts }: FindingList, isAll: boolean): void {
  const { terminal } = invocation;
  const { say } = terminal;
  for (const kind of FINDING_KINDS) {
    const own = findings.filter((finding) => finding.kind === kind);
    if (own.length === 0) continue;
    const shown = own.slice(0, isAll ? own.length : MOST_SHOWN);
    const left = counts[kind] - shown.length;
    const lines = [
      bold(`${say(TITLES[kind])} (${counts[kind]})`),
      ...shown.flatMap((finding) => linesOf(finding, invocation)),
      ...(left > 0 && !isAll ? [dim(`  ${say`${left} more: rappel health --kind ${kind}`}`)] : []),
    ];
    terminal.out(`${lines.join('\n')}\n`);
  }
}

function tellCount(
  { terminal }: Invocation,
  { counts, dismissed }: FindingList,
  areDismissed: boolean,
): void {
  const { say } = terminal;
  if (areDismissed) {
    terminal.out(
      dismissed === 0
        ? say`No finding is dismissed.`
        : say`Dismissed: ${dismissed}. Show one again: rappel health restore ID`,
    );
    return;
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  terminal.out(
    total === 0
      ? say`Nothing found that needs you.`
      : say`Findings: ${total}. Hide one until its lines change: rappel health dismiss ID`,
  );
  if (dismissed > 0) terminal.out(say`Dismissed: ${dismissed}. List them: rappel health --dismissed`);
}

function linesOf({ id, says, places, fixable, command }: Finding, invocation: Invocation): string[] {
  const { terminal } = invocation;
  const { say } = terminal;
  const { vault } = invocation.settings();
  const where = ({ path, line }: Finding['places'][number]) => {
    const place = terminal.interactive ? placeOf(path, vault) : path;
    return line === null ? place : `${place}:${line}`;
  };
  const [first, ...others] = places;
  const shownText = (text: string) => (text === '' ? '' : dim(`  ${text}`));
  return [
    `  ${dim(id)}  ${first === undefined ? '' : where(first)}${shownText(first?.text ?? '')}`,
    `    ${say(says)}`,
    ...others.slice(0, MOST_OTHERS).map((place) => `    ${where(place)}${shownText(place.text)}`),
    ...(command === null ? [] : [dim(`    ${fixable ? say`fix: ${command}` : say`command: ${command}`}`)]),
  ];
}

const MOST_OTHERS = 2;

async function fix(invocation: Invocation, id: string): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  await withMemory(invocation, async ({ run }) => {
    if (!invocation.flag('yes')) {
      const preview = await run('findings/preview', { id });
      const answer = invocation.flag('json') ? null : await askAbout(invocation, preview);
      if (answer === null) throw new UsageError('usage.no_terminal_yes');
      if (!answer) return terminal.out(say`Nothing was changed.`);
    }
    const fixed = await run('findings/fix', { id });
    invocation.report(fixed, () => {
      terminal.out(say`Fixed: ${say(fixed.reason)}. To undo it: rappel undo last`);
      if (fixed.warning !== null) terminal.err(say`[warning] ${say(fixed.warning)}`);
    });
  });
}

async function askAbout(
  { terminal }: Invocation,
  { finding, reason, files }: FixPreview,
): Promise<boolean | null> {
  const { say } = terminal;
  terminal.out(say(finding.says));
  for (const { path, change, diff } of files)
    terminal.out(change === 'deleted' ? say`${path}: would be ${say(change)}` : paint(diff, terminal));
  return confirm(say`Do it (${say(reason)})?`, terminal);
}

async function dismiss(invocation: Invocation, id: string): Promise<void> {
  await withMemory(invocation, ({ run }) => run('findings/dismiss', { id }));
  const { say } = invocation.terminal;
  invocation.report({ id }, () =>
    invocation.terminal.out(
      say`Dismissed until its lines change. To see it again: rappel health restore ${id}`,
    ),
  );
}

async function restore(invocation: Invocation, id: string): Promise<void> {
  await withMemory(invocation, ({ run }) => run('findings/restore', { id }));
  invocation.report({ id }, () => invocation.terminal.out(invocation.terminal.say`It is listed again.`));
}
