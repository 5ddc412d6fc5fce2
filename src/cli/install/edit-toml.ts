import { RappelError } from '../../shared/errors.js';
import type { Launch } from './clients.js';

const TABLE = /^[ \t]*\[mcp_servers\.(?:rappel|"rappel"|'rappel')(?:\.[^\]]*)?\][ \t]*(?:#.*)?$/;
const ANY_TABLE = /^[ \t]*\[/;

/** TOML settings with the table `mcp_servers.rappel`, or without it; every other byte stays. */
export function editToml(text: string, launch: Launch | null): string {
  if (/^[ \t]*mcp_servers[ \t]*=|^[ \t]*mcp_servers\.rappel/m.test(text)) {
    throw new RappelError(
      'invalid_input',
      `the settings can't be changed safely: mcp_servers is not a table`,
      {
        hint: 'See what to add by hand with --print.',
      },
    );
  }
  const rest = withoutTable(text);
  if (launch === null) return rest;
  const { command, args } = launch;
  const table = [
    '[mcp_servers.rappel]',
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(', ')}]`,
  ].join('\n');
  if (rest.trim() === '') return `${table}\n`;
  return `${rest.replace(/\n*$/, '\n')}\n${table}\n`;
}

function withoutTable(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  let inside = false;
  for (const line of lines) {
    if (TABLE.test(line)) inside = true;
    else if (ANY_TABLE.test(line)) inside = false;
    if (!inside) kept.push(line);
  }
  if (kept.length === lines.length) return text;
  // The empty line above it and the end of the file, as they were.
  return kept.join('\n').replace(/\n+$/, '') + (kept.some((line) => line.trim() !== '') ? '\n' : '');
}

/** A TOML basic string has the escapes of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
