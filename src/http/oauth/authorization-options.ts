import type { IncomingMessage, ServerResponse } from 'node:http';
import type { createFetchOutside } from './fetch-outside.js';
import type { OauthKeys } from './oauth-keys.js';
import type { OauthStore } from './oauth-store.js';

/** What a client asks for: to work with the memory, as far as the consent goes, or to read it. */
export const SCOPE = 'memory';
export const READ_SCOPE = 'memory:read';

/** What clients can be let in to: the address of `/mcp` of a vault. */
interface OauthResources {
  has(resource: string): boolean;
  /** For clients that name none; null where they have to. */
  default: string | null;
  /** Where a person answers for a resource. */
  consentUrl(resource: string, uid: string): string;
}

export interface AuthorizationOptions {
  issuer: string;
  resources: OauthResources;
  store: OauthStore;
  keys(): OauthKeys | Promise<OauthKeys>;
  /** Gets the documents that clients name. */
  fetch?: FetchOutside;
}

export type FetchOutside = ReturnType<typeof createFetchOutside>;

/** A client that waits for consent. */
export interface Asking {
  client: string;
  /** The web site of the client, as it says itself. */
  site: string | null;
  /** Where its user is sent afterwards: a host, or null for a program on the computer of the user. */
  returnsTo: string | null;
  /** It asks for no more than to read. */
  readOnly: boolean;
}

/** A request, and how it is answered. */
export interface HttpExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}
