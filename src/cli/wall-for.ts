import { projectName, projectOfDirectory, wallOfDirectory } from '../service/directories/project-links.js';
import { projectWall, type Wall } from '../vault/wall.js';
import { type Invocation, UsageError } from './command.js';

/** What an assistant may see that was started here: what the options say, else the link of the directory; null for everything. */
export function wallFor(invocation: Invocation): Wall | null {
  const given = invocation.text('project');
  if (invocation.flag('open')) {
    if (given !== undefined) throw new UsageError('usage.link_choice');
    return null;
  }
  if (given === undefined)
    return wallOfDirectory(projectOfDirectory(invocation.settings().vault, process.cwd()));
  const project = projectName(given.replace(/^(?:vault\/)?projects\//, ''));
  if (project === null) throw new UsageError('usage.project_name', { given });
  return projectWall(project);
}
