import { cpSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { addressOf } from './client.js';
import { createProver, isProof, NONCE, newNonce } from './proof.js';

describe('The address of a service', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  it.each<[url: string, address: object]>([
    ['http://127.0.0.1:4747', { host: '127.0.0.1', port: 4747 }],
    ['http://[::1]:4747', { host: '::1', port: 4747 }],
    ['http://localhost:4747', { host: 'localhost', port: 4747 }],
    ['http://0.0.0.0:4747', { host: '127.0.0.1', port: 4747 }],
    ['http://[::]:4747', { host: '::1', port: 4747 }],
    ...own
      .filter(({ family }) => family === 'IPv4')
      .map(({ address }) => [`http://${address}:1`, { host: address, port: 1 }] as [string, object]),
  ])('may be %s', (url, address) => {
    expect(addressOf({ url })).toEqual(address);
  });

  it.each([
    'http://evil.example:4747',
    'http://127.0.0.1.evil.example:4747',
    'http://127.0.0.1@evil.example:4747',
    'http://192.0.2.1:4747',
    'https://127.0.0.1:4747',
    'file:///etc/passwd',
    'not a url',
    '',
    undefined as never,
  ])('is never %s', (url) => {
    expect(() => addressOf({ url })).toThrow('not an address of this machine');
  });
});

describe('The proof of a service', () => {
  const url = 'http://127.0.0.1:4747';

  it('holds for this vault, this address and this question alone', () => {
    const root = tempFolder();
    const nonce = newNonce();
    const proof = createProver(root, 'key')({ nonce, url });
    expect(isProof(root, 'key', { nonce, url }, proof)).toBe(true);
    expect(isProof(root, 'other key', { nonce, url }, proof)).toBe(false);
    expect(isProof(root, 'key', { nonce: newNonce(), url }, proof)).toBe(false);
    expect(isProof(root, 'key', { nonce, url: 'http://[::1]:4747' }, proof)).toBe(false);
    expect(isProof(root, 'key', { nonce, url }, { ...proof, pid: proof.pid + 1 })).toBe(false);
    expect(isProof(root, 'key', { nonce, url }, { ...proof, hash: '' })).toBe(false);
    const copy = tempFolder();
    cpSync(root, copy, { recursive: true });
    expect(isProof(copy, 'key', { nonce, url }, proof)).toBe(false);
  });

  it('answers no question but a random number of its own form', () => {
    expect(NONCE.test(newNonce())).toBe(true);
    for (const given of ['', 'x', `${newNonce()}x`, '../../etc', 'é'.repeat(32)])
      expect(NONCE.test(given)).toBe(false);
  });
});
