import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hub } from '../src/cli/commands/hub.js';
import { BIN } from './support/rappel.js';

const PROJECT = dirname(dirname(BIN));
const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');

/** The lists of compose.yaml with this name; they are written in the form of JSON. */
function lists(name: string): string[][] {
  return [...compose.matchAll(new RegExp(`^ +${name}: (\\[.*\\])$`, 'gm'))].map(([, list]) =>
    JSON.parse(list!),
  );
}

/** The names directly below a word at the left margin. */
function namesBelow(word: string): string[] {
  const [, below = ''] = new RegExp(`^${word}:\\n((?:(?: .*)?\\n)*)`, 'm').exec(compose) ?? [];
  return [...below.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name!);
}

describe('the image', () => {
  it('runs without root, writes to its volumes alone and says whether it works', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toContain('VOLUME ["/vaults", "/remotes", "/cache", "/config"]');
    expect(dockerfile).toContain("fetch('http://127.0.0.1:4747/health')");
    expect(dockerfile).toContain('HOME=/config XDG_CACHE_HOME=/cache XDG_CONFIG_HOME=/config');
    // ssh asks the list of users, not HOME.
    expect(dockerfile).toContain('usermod --home /config node');
  });

  it('holds what the package holds', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(([, paths]) =>
      paths!.split(' ').map((path) => path.replace(/^\/app\//, '')),
    );
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    const packed = [...files.filter((name) => !name.startsWith('!')), 'LICENSE', 'package.json'];
    expect(copied.sort()).toEqual([...packed, 'node_modules'].sort());
  });

  it('is built without anything that the build needs being ignored', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const needed of [
      'src',
      'web',
      'scripts',
      'bin',
      'models',
      'examples',
      'package-lock.json',
      'LICENSE',
    ])
      expect([needed, existsSync(join(PROJECT, needed)), ignored.includes(needed)]).toEqual([
        needed,
        true,
        false,
      ]);
  });
});

describe('the compose file', () => {
  const services = namesBelow('services');

  it('starts two nodes that know their own address, with flags that exist', () => {
    const commands = lists('command');
    const nodes = services.filter((name) => name.startsWith('node-'));
    expect(nodes.length).toBe(2);
    expect(commands.map((command) => command[command.indexOf('--node-url') + 1])).toEqual(
      nodes.map((name) => `http://${name}:4747`),
    );
    for (const [verb, folder, ...flags] of commands) {
      expect([verb, folder]).toEqual(['hub', '/vaults']);
      for (const flag of flags.filter((word) => word.startsWith('--')))
        expect(Object.keys(hub.options ?? {})).toContain(flag.slice(2));
    }
    expect(compose).toMatch(/^ {2}read_only: true$/m);
  });

  it('builds the image once, and waits for a database that other machines can reach', () => {
    // Two services that build one image fail on the first build of new versions of Compose.
    expect(compose.match(/^ +build: /gm)).toHaveLength(1);
    // The socket answers while the database is being made.
    expect(lists('test')[0]).toEqual(expect.arrayContaining(['pg_isready', '--host', '127.0.0.1']));
  });

  it('names volumes and files that are there: vaults and a cache for each node, and remotes where all meet', () => {
    const sources = lists('volumes')
      .flat()
      .map((volume) => volume.split(':')[0]!);
    const named = sources.filter((source) => !source.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(namesBelow('volumes').sort());
    for (const file of sources.filter((source) => source.startsWith('.')))
      expect([file, existsSync(join(PROJECT, file))]).toEqual([file, true]);
    for (const own of ['cache-', 'vaults-'])
      expect(new Set(named.filter((name) => name.startsWith(own))).size).toBe(2);
    expect(named.filter((name) => name === 'remotes').length).toBe(2);
  });

  it('lets the proxy reach every node, and the world nothing but the proxy', () => {
    const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(read('Caddyfile')) ?? [];
    expect(upstreams.split(' ')).toEqual(['node-1:4747', 'node-2:4747']);
    expect(lists('ports')).toEqual([['80:80', '443:443', '443:443/udp']]);
  });
});
