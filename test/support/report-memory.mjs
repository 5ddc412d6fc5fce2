// Loaded into a process with --import: at its end, writes the most memory it took, in MB, to $MEMORY_FILE.
import { writeFileSync } from 'node:fs';

process.on('exit', () =>
  writeFileSync(process.env.MEMORY_FILE, String(Math.round(process.resourceUsage().maxRSS / 1024))),
);
