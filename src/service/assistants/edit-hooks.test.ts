import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { applyTextEdits } from './edit.js';
import { editHooks } from './edit-hooks.js';

const COMMANDS = {
  SessionStart: '/usr/bin/node /x/bin/rappel.js hook session-start',
  Stop: 'npx -y rappel@0.1.0 hook stop --client codex',
};
const GROUPED = { isFlat: false, timeout: 10 };
const FLAT = { isFlat: true, timeout: 10 };
const put = (text: string, commands = COMMANDS, form = GROUPED) =>
  applyTextEdits(text, editHooks(text, commands, form));
const takeOut = (text: string, form = GROUPED) => applyTextEdits(text, editHooks(text, null, form));
const OTHERS = `{
  // mine
  "model": "x",
  "hooks": {
    "Stop": [
      { "matcher": "", "hooks": [{ "type": "command", "command": "say done" }] }
    ]
  }
}
`;

describe('hooks in JSON settings', () => {
  it('are added once beside those of others, and taken out again', () => {
    const added = put(OTHERS);
    expect(put(added)).toBe(added);
    expect(parse(added).hooks).toMatchObject({
      SessionStart: [{ hooks: [{ type: 'command', command: COMMANDS.SessionStart, timeout: 10 }] }],
      Stop: [{ hooks: [{ command: 'say done' }] }, { hooks: [{ command: COMMANDS.Stop }] }],
    });
    expect(added).toContain('// mine');
    const removed = takeOut(added);
    expect(parse(removed)).toEqual(parse(OTHERS));
    expect(removed).toContain('// mine');
  });

  it('are made where there are no settings, and leave none', () => {
    expect(Object.keys(parse(put('')).hooks)).toEqual(['SessionStart', 'Stop']);
    expect(parse(takeOut(put('')))).toEqual({});
    expect(takeOut(OTHERS)).toBe(OTHERS);
  });

  it('are added to a flat list beside those of others, and taken out again', () => {
    const others = '{ "version": 1, "hooks": { "Stop": [{ "command": "say done" }] } }';
    const added = put(others, COMMANDS, FLAT);
    expect(put(added, COMMANDS, FLAT)).toBe(added);
    expect(parse(added)).toEqual({
      version: 1,
      hooks: {
        Stop: [{ command: 'say done' }, { command: COMMANDS.Stop, timeout: 10 }],
        SessionStart: [{ command: COMMANDS.SessionStart, timeout: 10 }],
      },
    });
    expect(parse(takeOut(added, FLAT))).toEqual(parse(others));
    expect(parse(put('', COMMANDS, FLAT)).version).toBe(1);
    expect(parse(takeOut(put('', COMMANDS, FLAT), FLAT))).toEqual({ version: 1 });
  });

  it('are replaced if the program is elsewhere now', () => {
    const moved = put(put(OTHERS), { ...COMMANDS, Stop: '/y/rappel hook stop' });
    expect(moved.match(/hook stop/g)).toHaveLength(1);
    expect(moved).toContain('/y/rappel hook stop');
  });

  it.each(['[]', '{"hooks": []}', '{'])('are not forced into %s', (text) => {
    expect(() => put(text)).toThrow("can't be changed safely");
  });
});
