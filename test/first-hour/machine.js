// A machine as a newcomer has it: an empty home, no settings of git or npm, a language, and little else.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

// The way to the npm registry is the tester's own, and so is the cache of npm: what was fetched once is not fetched again.
const NETWORK =
  /^(?:https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir)|npm_config_registry)$/i;
const npm = (...args) =>
  spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' }).stdout.trim();
const cache = npm('config', 'get', 'cache');
const registry = npm('config', 'get', 'registry');

/** Words that make a newcomer stop and wonder. npm's own advertisement of a newer npm is switched off below. */
const WARNING =
  /\b(?:warn(?:ing)?|deprecat\w*|experimental|vulnerabilit(?:y|ies)(?<!found 0 vulnerabilities)|fatal|error)\b/i;

export function createMachine(folder, locale) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const prefix = join(home, '.npm-global');
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    PATH: [join(prefix, 'bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(
      delimiter,
    ),
    HOME: home,
    LANG: locale,
    LC_ALL: locale,
    TZ: 'Europe/Paris',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    npm_config_cache: cache,
    npm_config_registry: registry,
    npm_config_prefix: prefix,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };

  /** Runs a command to its end, and gives what it prints. Throws where it fails, or where a newcomer would stumble. */
  async function run(words, options = {}) {
    const child = begin(words, options);
    child.stdin.end(options.input ?? '');
    const code = await child.ended;
    const expected = options.code ?? 0;
    if (code !== expected)
      throw new Error(`${words.join(' ')}: exit code ${code}\n${child.out()}${child.err()}`);
    if (expected === 0) refuseWarnings(words, child);
    return child.out();
  }

  /** Starts a command that goes on, and waits until it has said something. */
  async function start(words, said, options = {}) {
    const child = begin(words, { ...options, detached: true });
    child.stdin.end();
    const match = await new Promise((resolve, reject) => {
      child.stdout.on('data', () => {
        const found = said.exec(child.out());
        if (found) resolve(found);
      });
      child.ended.then((code) =>
        reject(new Error(`${words.join(' ')}: ended with ${code}\n${child.out()}${child.err()}`)),
      );
    });
    return {
      match,
      out: child.out,
      ended: child.ended,
      /** As a terminal does it: every process of the command is told. */
      signal: (name) => process.kill(-child.pid, name),
      kill: (name) => child.kill(name),
      /** After its end: did it say anything that it should not? */
      check: () => refuseWarnings(words, child),
    };
  }

  function begin([program, ...args], { cwd = home, detached = false, env: more = {} }) {
    const child = spawn(program, args, { cwd, env: { ...env, ...more }, detached });
    running.add(child);
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part) => (err += part));
    child.stdin.on('error', () => {});
    return Object.assign(child, {
      out: () => out,
      err: () => err,
      ended: new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => {
          running.delete(child);
          resolve(code);
        });
      }),
    });
  }

  const running = new Set();
  /** Nothing of a failed run stays behind. */
  const switchOff = () => {
    for (const child of running) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    }
  };
  return { home, env, run, start, switchOff };
}

function refuseWarnings(words, child) {
  const found = child.err() || (WARNING.exec(child.out())?.[0] ?? '');
  if (found !== '') throw new Error(`${words.join(' ')} said on the way:\n${found}\n${child.out()}`);
}
