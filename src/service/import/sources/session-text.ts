/** What coding assistants put into a user's mouth: instructions, context, reminders. Nobody said it. */
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
];

/** The text of a user's turn without what the program added; empty where nothing is left. */
export function saidByUser(text: string): string {
  if (/^# AGENTS\.md instructions/.test(text.trimStart())) return '';
  let said = text;
  for (const tag of WRAPPERS) {
    const [name] = tag.split(' ');
    said = said.replaceAll(new RegExp(`<${tag}>[\\s\\S]*?(?:</${name}[^>]*>|$)`, 'g'), '');
  }
  // `/review` and the like: the name of a command, and what was given to it.
  said = said
    .replaceAll(/<command-name>([\s\S]*?)<\/command-name>/g, '$1')
    .replaceAll(/<command-args>([\s\S]*?)<\/command-args>/g, '$1');
  return /^(?:Caveat: |\[Request interrupted)/.test(said.trim()) ? '' : said.trim();
}

/** A tool call in one line: what it was, and the file or command it was about. */
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
    const text = Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
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
