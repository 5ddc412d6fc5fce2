import { spawn } from 'node:child_process';
import { changedMemories } from './own-memories.js';

/** Has the own notes of assistants read that changed, by a process that their client does not wait for. Never throws. */
export function readMemoriesInBackground(root: string, directory: string): void {
  try {
    if (changedMemories(root, directory).length === 0) return;
    const args = [process.argv[1]!, 'memories', 'read', '--directory', directory, '--vault', root];
    spawn(process.execPath, args, { detached: true, stdio: 'ignore', cwd: root })
      .on('error', () => {})
      .unref();
  } catch {
    // What can't be read now is read at the next session.
  }
}
