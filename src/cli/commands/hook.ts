import { CAPTURE_CLIENTS } from '../../service/capture/captured-session.js';
import type { Command } from '../command.js';
import { HOOK_EVENTS } from '../hook/events.js';

/** For help and completion: `bin/rappel.js` runs a hook without the rest of the command line. */
export const hook: Command = {
  summary: 'Run a hook of an assistant, with its JSON on standard input (rappel install sets them up).',
  usage: 'EVENT',
  arguments: { least: 1, most: 1 },
  options: {
    client: {
      value: 'NAME',
      summary: 'the assistant: claude-code (default), codex, gemini or cursor',
      choices: CAPTURE_CLIENTS,
    },
    'max-tokens': { value: 'N', summary: 'how long the text may be (default 1000)', least: 100, most: 2_500 },
  },
  examples: ['rappel hook session-start', 'rappel hook stop --client codex'],
  completes: HOOK_EVENTS,
  async run({ arguments: [event = ''], text }) {
    const { main } = await import('../hook/main.js');
    const given = ['vault', 'client', 'max-tokens'].flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [`--${name}`, value];
    });
    await main([event, ...given]);
  },
};
