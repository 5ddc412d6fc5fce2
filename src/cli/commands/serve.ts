import { announceStamps } from '../announce-stamps.js';
import { type Command, PORT } from '../command.js';
import { runService } from '../run-service.js';
import { urlOption } from '../url-option.js';

export const serve: Command = {
  summary: 'Run the service: watcher, updates, search and HTTP.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {
    port: { ...PORT, summary: 'where to listen (default 4747; 0 takes a free one)' },
    host: { value: 'ADDRESS', summary: 'default 127.0.0.1; any other asks clients for the token' },
    token: { value: true, summary: 'ask clients for the token on 127.0.0.1 too, as behind a proxy' },
    public: {
      value: 'URL',
      summary: 'where a proxy in front of it is reached, as https://example.org/rappel/; asks for the token',
    },
    yes: { value: true, summary: 'add the three fields to the notes of a new folder without asking' },
    'no-open': { value: true, summary: 'do not open the page in a browser' },
  },
  examples: ['rappel serve', 'rappel serve --port 8080'],
  stays: true,
  async run(invocation) {
    const root = invocation.settings().vault;
    if (!(await announceStamps(invocation, root))) {
      invocation.terminal.out(invocation.terminal.say`Nothing was changed.`);
      return;
    }
    const host = invocation.text('host') ?? '127.0.0.1';
    const port = invocation.number('port') ?? 4747;
    await runService(invocation, {
      root,
      host,
      port,
      asksToken: invocation.flag('token'),
      publicUrl: urlOption(invocation, 'public', 'https://example.org/rappel/'),
      open: !invocation.flag('no-open'),
    });
  },
};
