import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownIdentity } from '../../src/shared/process-identity.js';
import { folderIdentity } from '../../src/vault/folder-identity.js';
import { createPlace, type Place, startService } from '../soak/harness.js';
import { rappel } from '../support/rappel.js';

const TOKEN = 'the-token-of-this-vault-1234';
const TEXT = 'the text that must stay here';

function place(): Place {
  const made = createPlace();
  onTestFinished(() => made.remove());
  mkdirSync(join(made.vault, '.rappel'), { mode: 0o700 });
  writeFileSync(join(made.vault, '.rappel', 'token'), `${TOKEN}\n`, { mode: 0o600 });
  return made;
}

/** As a service writes it; `fields` over what is true of this process. */
function writeLease(vault: string, url: string, fields: object = {}): void {
  const lease = {
    ...ownIdentity(),
    host: hostname(),
    url,
    started: '2025-07-14T18:30:00',
    renewed: Date.now(),
  };
  writeFileSync(join(vault, '.rappel', 'service.json'), JSON.stringify({ ...lease, ...fields }));
}

const command = ({ env, vault }: Place, ...args: string[]) => rappel(args, { vault, env });

/** A program that listens, records what it is sent and does what it is told with it. */
async function listener(onData: (data: Buffer, reply: (answer: string) => void) => void) {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received.push(data);
      onData(data, (answer) => socket.write(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => Buffer.concat(received).toString('utf8'),
  };
}

describe('A service that service.json names', () => {
  it('of another machine is not used: the text is filed here, and the token stays here', async () => {
    const [mine, theirs] = [place(), place()];
    const service = await startService(theirs);
    writeLease(mine.vault, service.url, { host: 'another-host', machine: 'another-machine' });
    const { code } = await command(mine, 'update', '--wait', TEXT);
    expect(code).toBe(0);
    expect((await service.request('GET', '/api/updates/list')).body).toEqual({ updates: [] });
    expect((await command(mine, 'status', '--json')).out).toContain('"waiting":0');
  });

  it('is sent nothing before it has proved that it serves this very vault', async () => {
    const mine = place();
    const liar = await listener((_, reply) => {
      const body = JSON.stringify({ pid: process.pid, hash: 'x'.repeat(43), status: 'accepted', id: 'x' });
      reply(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    writeLease(mine.vault, liar.url);
    const refused = await command(mine, 'update', TEXT);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('did not prove that it serves this vault'),
    ]);
    expect((await command(mine, 'status')).out).toContain('did not prove');
    expect((await command(mine, 'stop')).code).toBe(1);
    expect(liar.received()).toContain('/api/identity?nonce=');
    expect(liar.received()).not.toContain(TOKEN);
    expect(liar.received()).not.toContain(TEXT);
  });

  it('can’t be impersonated by a program that passes the question on to it', async () => {
    const mine = place();
    const service = await startService(mine);
    const { hostname: host, port } = new URL(service.url);
    let answered = '';
    const relay = await listener((data, reply) => {
      const real = connect(Number(port), host);
      real.on('data', (answer) => {
        answered += answer;
        reply(answer.toString('latin1'));
      });
      real.write(data.toString('latin1').replace(/host: .*\r\n/i, `host: ${host}:${port}\r\n`));
    });
    const lease = JSON.parse(readFileSync(join(mine.vault, '.rappel', 'service.json'), 'utf8'));
    // Its own, but for the address; renewed by the service every few seconds.
    writeLease(mine.vault, relay.url, { ...lease, url: relay.url });
    const refused = await command(mine, 'update', TEXT);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('did not prove')]);
    expect(answered).toContain('"hash"');
    expect(relay.received()).not.toContain(TOKEN);
    expect(relay.received()).not.toContain(TEXT);
  });

  it('is not the one of a copy of the vault on the same machine', async () => {
    const [mine, copy] = [place(), place()];
    const service = await startService(copy);
    const copied = readFileSync(join(copy.vault, '.rappel', 'service.json'), 'utf8');
    // As a version wrote it that does not say which folder it serves, or another program.
    const { folder, ...others } = JSON.parse(copied);
    for (const lease of [others, { ...others, folder: folderIdentity(mine.vault) }]) {
      writeFileSync(join(mine.vault, '.rappel', 'service.json'), JSON.stringify(lease));
      const refused = await command(mine, 'update', TEXT);
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('did not prove')]);
    }
    writeFileSync(join(mine.vault, '.rappel', 'service.json'), copied);
    expect((await command(mine, 'update', '--wait', TEXT)).code).toBe(0);
    expect(folder).toBe(folderIdentity(copy.vault));
    expect((await service.request('GET', '/api/updates/list')).body).toEqual({ updates: [] });
  });

  it('must be at an address of this machine', async () => {
    const mine = place();
    writeLease(mine.vault, 'http://192.0.2.1:4747');
    const refused = await command(mine, 'update', TEXT);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('not an address of this machine'),
    ]);
  });

  it('is stopped by the process number it proved, never by one that service.json names', async () => {
    const mine = place();
    const bystander: ChildProcess = spawn('sleep', ['600'], { stdio: 'ignore' });
    onTestFinished(() => void bystander.kill('SIGKILL'));
    writeLease(mine.vault, 'http://127.0.0.1:9', { pid: bystander.pid, birth: null });
    const { code, err } = await command(mine, 'stop');
    expect([code, err]).toEqual([1, expect.stringContaining('does not answer')]);
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  });
});
