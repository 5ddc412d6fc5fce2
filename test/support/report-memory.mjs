// Loaded into a process with --import: at its end, writes the most memory it took, in MB, to $MEMORY_FILE.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, String(Math.round(mostKilobytes() / 1024))));

/** On Linux, `maxRSS` starts at the value of the parent process. */
function mostKilobytes() {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(STATUS, 'utf8'))[1]);
}
