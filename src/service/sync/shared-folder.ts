import { join } from 'node:path';

/** Where the machines that sync with a service meet. It is a remote like any other folder, but inside the state. */
export function sharedFolder(root: string): string {
  return join(root, '.rappel', 'shared.git');
}

/** Where what they send waits until all of it is there. */
export function uploadsFolder(root: string): string {
  return join(root, '.rappel', 'shared-uploads');
}
