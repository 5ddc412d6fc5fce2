import { useHealth } from '../api/queries.js';
import { Command, quotedPath } from './command.js';

/** The command that starts the service again, on this vault and at this address. */
export function ServeCommand() {
  const { data: health } = useHealth();
  return <Command text={health === undefined ? 'rappel serve' : commandFor(health)} />;
}

function commandFor({ vault, url }: { vault: string; url: string | null }): string {
  const { hostname, port } = new URL(url ?? location.href);
  const host = hostname.replaceAll(/[[\]]/g, '');
  return [
    'rappel serve',
    `--vault ${quotedPath(vault)}`,
    ...(host === '127.0.0.1' ? [] : [`--host ${host}`]),
    ...(port === '' ? [] : [`--port ${port}`]),
  ].join(' ');
}
