import { join } from 'node:path';
import type { Autostart, AutostartRequest } from './autostart.js';

const LABEL = 'dev.rappel.service';

/** An agent of the user's launchd. */
export function launchdAgent({ command, home, uid }: AutostartRequest): Autostart {
  const file = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const log = join(home, 'Library', 'Logs', 'rappel.log');
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escaped(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>StandardErrorPath</key>
  <string>${escaped(log)}</string>
</dict>
</plist>
`;
  return {
    file,
    text,
    start: [['launchctl', 'bootstrap', `gui/${uid}`, file]],
    stop: [['launchctl', 'bootout', `gui/${uid}/${LABEL}`]],
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
