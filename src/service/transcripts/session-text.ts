/** Elements that coding assistants add to a user's turn: instructions, context, reminders. */
const WRAPPERS = [
  'system-reminder',
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'turn_aborted',
  'INSTRUCTIONS',
  'local-command-caveat',
  'local-command-stdout',
  'command-message',
  'ide_opened_file',
  'ide_selection',
  'task-notification',
  // What Rappel showed at the start of a session.
  'rappel-memory',
  'hook_context',
  'session_context',
];

/** The user's own text of a turn, without what the program added; empty if nothing is left. */
export function saidByUser(text: string): string {
  if (/^# AGENTS\.md instructions/.test(text.trimStart())) return '';
  let said = text;
  for (const tag of WRAPPERS) said = replaceElements(said, tag, () => '');
  // `/review` and similar: the name of a command and its arguments.
  for (const tag of ['command-name', 'command-args']) said = replaceElements(said, tag, (inner) => inner);
  return /^(?:Caveat: |\[Request interrupted)/.test(said.trim()) ? '' : said.trim();
}

/**
 * Replaces each `<tag>…</tag>`; an unclosed tag extends to the end. Each search starts where the last one ended: a
 * pattern would look for a missing end from every start, in quadratic time.
 */
function replaceElements(text: string, tag: string, replace: (inner: string) => string): string {
  const [open, close] = [`<${tag}>`, `</${tag.split(' ')[0]}`];
  let result = '';
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const inner = start + open.length;
    const end = text.indexOf(close, inner);
    const closed = end === -1 ? -1 : text.indexOf('>', end);
    result += text.slice(at, start) + replace(text.slice(inner, closed === -1 ? text.length : end));
    if (closed === -1) return result;
    at = closed + 1;
  }
  return result + text.slice(at);
}

/** The text between each `<tag>` and its end. */
export function textsIn(text: string, tag: string): string[] {
  const found: string[] = [];
  replaceElements(text, tag, (inner) => {
    found.push(inner);
    return '';
  });
  return found;
}

/** A tool call in one line: its name, and the file or command it was about. */
export function toolLine(name: string, input: unknown): string {
  const about = subjectOf(input);
  return `- \`${[name, about]
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll('`', "'")}\``;
}

function subjectOf(input: unknown): string {
  const record = typeof input === 'string' ? parsed(input) : input;
  if (typeof record !== 'object' || record === null) return '';
  for (const key of [
    'file_path',
    'path',
    'notebook_path',
    'command',
    'cmd',
    'pattern',
    'query',
    'url',
    'description',
  ]) {
    const value = (record as Record<string, unknown>)[key];
    const words = Array.isArray(value) ? value : [value];
    const text = words.filter((word) => typeof word === 'string').join(' ');
    const line = text.trim().split('\n')[0] ?? '';
    if (line !== '') return line.length > 120 ? `${line.slice(0, 119)}…` : line;
  }
  return '';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
