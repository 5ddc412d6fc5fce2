import { RappelError } from '../../shared/errors.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { runTool } from '../run-tools.js';

/* The tools by name, as a person calls them. `find` and `search` print in forms of their own. */

export const treeCommand: Command = {
  summary: 'Show files and folders with their tokens and last change.',
  usage: '[PATH]',
  arguments: { least: 0, most: 1 },
  options: { depth: { value: 'N', summary: 'how many levels to show (default: all)' } },
  examples: ['rappel tree', 'rappel tree projects --depth 2'],
  completes: 'paths',
  async run(invocation) {
    const [path] = invocation.arguments;
    await runTool(invocation, 'tree', { path, depth: invocation.number('depth') });
  },
};

export const readCommand: Command = {
  summary: 'Read files, folders or wildcard paths, with line numbers.',
  usage: 'PATH...',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {
    head: { value: 'N', summary: 'about N tokens from the start of each file' },
    tail: { value: 'N', summary: 'about N tokens from the end of each file' },
    folded: { value: true, summary: 'frontmatter and headings only' },
  },
  examples: [
    'rappel read vault/projects/startup-x/ --head 500',
    "rappel read 'projects/*/state.md'",
    'rappel read changelog.md --folded',
  ],
  completes: 'paths',
  async run(invocation) {
    const { arguments: paths } = invocation;
    const head = invocation.number('head');
    const tail = invocation.number('tail');
    const folded = invocation.flag('folded');
    await runTool(invocation, 'read', { paths, head, tail, folded });
  },
};

export const concatCommand: Command = {
  summary: 'Assemble files, or ranges of their lines, into one document.',
  usage: 'PATH[:FIRST-LAST]...',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  examples: ['rappel concat vault/a.md vault/b.md:9-14'],
  completes: 'paths',
  async run(invocation) {
    await runTool(invocation, 'concat', { files: invocation.arguments.map(fileOf) });
  },
};

export const writeCommand: Command = {
  summary: 'Write standard input or TEXT to a new file; --force replaces an existing one.',
  usage: 'PATH [TEXT]',
  arguments: { least: 1, most: 2 },
  options: { force: { value: true, summary: 'replace the file if it exists' } },
  examples: ['rappel write bucket/idea.md < idea.md', 'rappel write profile.md --force < profile.md'],
  completes: 'paths',
  async run(invocation) {
    const [path = ''] = invocation.arguments;
    const first = invocation.flag('force') ? [{ tool: 'read', input: { paths: path } }] : [];
    await runTool(invocation, 'write', { path, content: await contentOf(invocation) }, { first, explain });
  },
};

export const editCommand: Command = {
  summary: 'Replace one passage of a file and show the change.',
  usage: 'PATH --old TEXT --new TEXT',
  arguments: { least: 1, most: 1 },
  options: {
    old: { value: 'TEXT', summary: 'the passage, exact and unique, or numbered lines as read shows them' },
    new: { value: 'TEXT', summary: 'the new text; empty removes the passage' },
  },
  examples: ["rappel edit tasks.md --old 'status: à-faire' --new 'status: en-cours'"],
  completes: 'paths',
  async run(invocation) {
    const [path = ''] = invocation.arguments;
    const old_content = invocation.text('old');
    const new_content = invocation.text('new');
    if (old_content === undefined || new_content === undefined) throw new UsageError('usage.edit');
    // A person at a terminal has seen the file by other means.
    const first = [{ tool: 'read', input: { paths: path } }];
    await runTool(invocation, 'edit', { path, old_content, new_content }, { first });
  },
};

export const appendCommand: Command = {
  summary: 'Add standard input or TEXT to the end of a file, or to its top.',
  usage: 'PATH [TEXT]',
  arguments: { least: 1, most: 2 },
  options: { top: { value: true, summary: 'add the text at the top, below the frontmatter' } },
  examples: ['rappel append tasks.md "# Call Marie"', 'rappel append changelog.md --top < entry.md'],
  completes: 'paths',
  async run(invocation) {
    const [path] = invocation.arguments;
    const position = invocation.flag('top') ? 'top' : 'bottom';
    await runTool(invocation, 'append', { path, content: await contentOf(invocation), position });
  },
};

export const moveCommand: Command = {
  summary: 'Move or rename a file or folder; never overwrites.',
  usage: 'FROM TO',
  arguments: { least: 2, most: 2 },
  examples: ['rappel move bucket/note.md projects/startup-x/bucket/note.md'],
  completes: 'paths',
  async run(invocation) {
    const [from, to] = invocation.arguments;
    await runTool(invocation, 'move', { from, to });
  },
};

export const deleteCommand: Command = {
  summary: "Delete a file or folder; a copy stays in the vault's trash.",
  usage: 'PATH',
  arguments: { least: 1, most: 1 },
  examples: ['rappel delete bucket/old.md'],
  completes: 'paths',
  async run(invocation) {
    const [path] = invocation.arguments;
    await runTool(invocation, 'delete', { path });
  },
};

/** `b.md:9-14`: what follows the last colon is a range if it starts like one. */
function fileOf(argument: string): { path: string; lines: string | null } {
  const match = /^(.+):([\d-][^/]*)$|^(.+\.\w+):([^/:]*)$/s.exec(argument);
  return match
    ? { path: (match[1] ?? match[3])!, lines: (match[2] ?? match[4])! }
    : { path: argument, lines: null };
}

function explain(error: RappelError): RappelError {
  if (error.code !== 'not_read') return error;
  return new RappelError('exists', 'file.exists_force', { path: error.path ?? undefined });
}

/** The text a writing command works with: its second argument, or standard input. */
async function contentOf({ arguments: [, text], terminal }: Invocation): Promise<string> {
  if (text === undefined || text === '-') return terminal.input();
  // People don't type the final line end of an argument.
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
