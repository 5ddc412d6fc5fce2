import { projectName, projectOfDirectory, wallOfDirectory } from '../service/directories/project-links.js';
import { projectWall, type Wall } from '../vault/wall.js';
import { type Invocation, UsageError } from './command.js';

/** What an assistant may see that was started here: what the options say, else the link of the directory; null for everything. */
export function wallFor(invocation: Invocation): Wall | null {
  const given = invocation.text('project');
  if (invocation.flag('open')) {
    if (given !== undefined) throw new UsageError('choose one of --open and --project');
    return null;
  }
  if (given === undefined)
    return wallOfDirectory(projectOfDirectory(invocation.settings().vault, process.cwd()));
  const project = projectName(given.replace(/^(?:vault\/)?projects\//, ''));
  if (project === null) throw new UsageError(`"${given}" can't be the name of a project`);
  return projectWall(project);
}
