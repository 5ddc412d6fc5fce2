import {
  type DirectoryProject,
  linkDirectory,
  projectName,
  projectOfDirectory,
  readLinks,
  unlinkDirectory,
} from '../../service/directories/project-links.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openVault } from '../open-vault.js';

export const link: Command = {
  summary: 'Show or change which project a working directory belongs to.',
  usage: '[PROJECT]',
  arguments: { least: 0, most: 1 },
  options: {
    directory: { value: 'DIR', summary: 'the directory (default: the current one)' },
    open: { value: true, summary: 'let assistants here see the whole vault' },
    close: { value: true, summary: 'let them see this project, the profile and global files only (default)' },
    remove: { value: true, summary: 'remove the link of this directory' },
    all: { value: true, summary: 'list all links' },
  },
  examples: ['rappel link', 'rappel link startup-x', 'rappel link --open', 'rappel link --all'],
  async run(invocation) {
    const { root } = openVault(invocation);
    if (invocation.flag('all')) return list(invocation, root);
    const directory = invocation.text('directory') ?? process.cwd();
    const before = projectOfDirectory(root, directory);
    if (invocation.flag('remove')) unlinkDirectory(root, before.directory);
    else if (invocation.arguments.length > 0 || invocation.flag('open') || invocation.flag('close'))
      linkDirectory(root, before.directory, wanted(invocation, before));
    show(invocation, projectOfDirectory(root, directory));
  },
};

function wanted(invocation: Invocation, before: DirectoryProject) {
  const [given] = invocation.arguments;
  const project =
    given === undefined ? before.project : projectName(given.replace(/^(?:vault\/)?projects\//, ''));
  if (project === null)
    throw given === undefined
      ? new UsageError('usage.no_project')
      : new UsageError('usage.project_name', { given });
  const isKept = before.by !== null && before.project === project && before.open;
  return { project, open: invocation.flag('open') || (isKept && !invocation.flag('close')) };
}

function show({ report, terminal }: Invocation, { project, by, open, directory }: DirectoryProject): void {
  const { say } = terminal;
  const { top, remote } = directory;
  report({ project, by, open, directory: top, remote }, () => {
    const place = remote ?? top;
    if (project === null) {
      terminal.out(say`${place} belongs to no project. Link it with: rappel link PROJECT`);
      terminal.out(
        open
          ? say`Assistants here see the whole vault.`
          : say`Assistants here see the profile and global files: another directory has its name.`,
      );
      return;
    }
    terminal.out(say`${place} belongs to the project ${project}`);
    if (by === 'name') terminal.out(say`(by its name; to choose another: rappel link PROJECT)`);
    if (by === 'file') terminal.out(say`(named by .rappel.json; to choose another: rappel link PROJECT)`);
    terminal.out(
      open
        ? say`Assistants here see the whole vault. To show them this project only: rappel link --close`
        : say`Assistants here see this project, the profile and global files. To show them the whole vault: rappel link --open`,
    );
  });
}

function list({ report, terminal }: Invocation, root: string): void {
  const { say } = terminal;
  const links = readLinks(root);
  report({ links }, () => {
    for (const { remote, path, project, open } of links)
      terminal.out(`${remote ?? path}  →  ${project}${open ? `  [${say`whole vault`}]` : ''}`);
    if (links.length === 0) terminal.out(say`No links. Link a directory with: rappel link PROJECT`);
  });
}
