import { applyEdits as applyJson, modify, type ParseError, parse } from 'jsonc-parser';
import { listOf, recordOf, textOf } from '../../shared/loose-json.js';
import { words } from '../../words/message.js';
import { type Edit, unchangeable } from './edit.js';

/** A command for each event of a client: `{ SessionStart: 'rappel hook session-start' }`. */
export type HookCommands = Readonly<Record<string, string>>;

/** How a client writes its hooks. */
export interface HookForm {
  /** True for `{ version: 1, hooks: { event: [{ command }] } }`, false for `{ hooks: { Event: [{ hooks: [{ type, command }] }] } }`. */
  isFlat: boolean;
  /** How long the client waits, in its own unit. */
  timeout: number;
}

const OWN = /\brappel(?:\.js|@[\w.-]+)?['"]? hook [a-z-]+/;

/**
 * The edit that puts our hooks into JSON settings, or takes them out where `commands` is null. Hooks of others, comments and
 * everything else stay. Throws if the settings are in another form.
 */
export function editHooks(text: string, commands: HookCommands | null, form: HookForm): Edit[] {
  if (commands !== null && hasExactly(text, commands)) return [];
  const without = removeOwn(text);
  const next = commands === null ? without : addOwn(without.trim() === '' ? '{}\n' : without, commands, form);
  return editBetween(text, next);
}

function hasExactly(text: string, commands: HookCommands): boolean {
  const found = ownHooks(text).map(({ event, command }) => `${event} ${command}`);
  const wanted = Object.entries(commands).map(([event, command]) => `${event} ${command}`);
  return found.length === wanted.length && wanted.every((one) => found.includes(one));
}

function addOwn(text: string, commands: HookCommands, { isFlat, timeout }: HookForm): string {
  let next = isFlat && settingsIn(text).version === undefined ? set(text, ['version'], 1) : text;
  for (const [event, command] of Object.entries(commands)) {
    const group = isFlat ? { command, timeout } : { hooks: [{ type: 'command', command, timeout }] };
    const groups = recordOf(settingsIn(next).hooks)[event];
    next =
      groups === undefined
        ? set(next, ['hooks', event], [group])
        : set(next, ['hooks', event, listOf(groups).length], group, true);
  }
  return next;
}

function removeOwn(text: string): string {
  let next = text;
  for (let [own] = ownHooks(next); own !== undefined; [own] = ownHooks(next)) {
    const { event, group, at } = own;
    const groups = listOf(recordOf(settingsIn(next).hooks)[event]);
    const isAlone = at === null || listOf(recordOf(groups[group]).hooks).length === 1;
    const isOnlyGroup = isAlone && groups.length === 1;
    const isOnlyEvent = isOnlyGroup && Object.keys(recordOf(settingsIn(next).hooks)).length === 1;
    const path = isOnlyEvent
      ? ['hooks']
      : isOnlyGroup
        ? ['hooks', event]
        : isAlone
          ? ['hooks', event, group]
          : ['hooks', event, group, 'hooks', at!];
    next = set(next, path, undefined);
  }
  return next;
}

/** Where our hooks stand: in which group of an event, and at which place in it, if it is one. */
function ownHooks(text: string) {
  return Object.entries(recordOf(settingsIn(text).hooks)).flatMap(([event, groups]) =>
    listOf(groups)
      .map(recordOf)
      .flatMap((item, group) => [
        { event, group, at: null, command: textOf(item.command) },
        ...listOf(item.hooks).map((hook, at) => ({
          event,
          group,
          at,
          command: textOf(recordOf(hook).command),
        })),
      ])
      .filter(({ command }) => OWN.test(command)),
  );
}

function settingsIn(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const found: unknown = parse(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  if (errors.length > 0) throw unchangeable(words`it is not a JSON object`);
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw unchangeable(words`it is not a JSON object`);
  const { hooks } = found as { hooks?: unknown };
  if (hooks !== undefined && (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks)))
    throw unchangeable(words`"hooks" is not an object`);
  return found as Record<string, unknown>;
}

function set(text: string, path: (string | number)[], value: unknown, isArrayInsertion = false): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const insertSpaces = !/^\t/m.test(text);
  const tabSize = /^( +)"/m.exec(text)?.[1]?.length ?? 2;
  const formattingOptions = { eol, insertSpaces, tabSize };
  return applyJson(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
}

/** One edit for what differs. */
export function editBetween(before: string, after: string): Edit[] {
  if (before === after) return [];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    { offset: start, length: before.length - start - end, content: after.slice(start, after.length - end) },
  ];
}
