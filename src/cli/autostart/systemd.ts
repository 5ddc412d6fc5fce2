import { join } from 'node:path';
import type { Autostart, AutostartRequest } from './autostart.js';

const UNIT = 'rappel.service';

/** A unit of the user's own systemd: no root, starts at login. */
export function systemdUnit({ command, home, env }: AutostartRequest): Autostart {
  const text = `[Unit]
Description=Rappel, one memory for every AI tool

[Service]
ExecStart=${command.map(quote).join(' ')}
Restart=on-failure
RestartSec=5

[Install]
WantedBy=default.target
`;
  return {
    file: join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd', 'user', UNIT),
    text,
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', UNIT],
    ],
    stop: [['systemctl', '--user', 'disable', '--now', UNIT]],
  };
}

/** systemd reads backslashes, quotes, `%` and `$` in a command line. */
function quote(word: string): string {
  const escaped = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', () => '$$');
  return `"${escaped}"`;
}
