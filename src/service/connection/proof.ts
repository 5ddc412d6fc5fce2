import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ownIdentity } from '../../shared/process-identity.js';
import { folderIdentity } from '../../vault/folder-identity.js';

/**
 * How a service proves to a client that it serves the client's vault, before the client tells it anything.
 *
 * `.rappel/service.json` says where a service listens, but any program that writes into the vault can write it: a sync
 * tool brings the one of another machine, an archive may hold one, and after a crash another program may listen at its
 * address. So the client sends a random number, and the service answers with a keyed hash of it. The key is the vault's
 * token, which neither side sends. A synced vault has the same token on every machine, so the hash also covers what
 * makes the service *this* one, each part read by either side for itself:
 *
 * - the machine (and container) and the folder as the system numbers it: a service of a copy of the vault, here or on
 *   a machine that is reached through a tunnel, fails;
 * - the address it listens at: a program that passes the question on to the real service and its answer back fails;
 * - its process number, which the client would stop.
 *
 * What remains: a program on this machine that has the token can pretend to be the service. It has read the vault's
 * state already, and every text that is filed ends there.
 */
export interface Proof {
  pid: number;
  hash: string;
}

interface Question {
  nonce: string;
  /** Where the service listens, as in `service.json`. */
  url: string;
}

/** The service's side. An unavailable vault keeps its identity. */
export function createProver(root: string, token: string): (question: Question) => Proof {
  const first = folderIdentity(root);
  return (question) => {
    const { pid } = process;
    return { pid, hash: hashOf(token, question, pid, folderIdentity(root) ?? first) };
  };
}

/** The client's side. */
export function isProof(root: string, token: string, question: Question, { pid, hash }: Proof): boolean {
  const expected = Buffer.from(hashOf(token, question, pid, folderIdentity(root)));
  const given = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function newNonce(): string {
  return randomBytes(24).toString('base64url');
}

export const NONCE = /^[\w-]{32}$/;

function hashOf(token: string, { nonce, url }: Question, pid: number, folder: string | null): string {
  const { machine } = ownIdentity();
  const facts = JSON.stringify(['rappel service', nonce, url, pid, machine, folder]);
  return createHmac('sha256', token).update(facts).digest('base64url');
}
