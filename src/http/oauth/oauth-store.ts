import type { AdapterPayload } from 'oidc-provider';

export type Payload = AdapterPayload;

type Awaitable<Value> = Value | Promise<Value>;

/**
 * What the authorisation server keeps: in the state of the vault of one user, or the database of a hub. What belongs to an access that has
 * ended is never found.
 */
export interface OauthStore {
  find(model: string, id: string): Awaitable<Payload | undefined>;
  /** `expiresIn`: in seconds. */
  upsert(model: string, id: string, payload: Payload, expiresIn?: number): Awaitable<void>;
  /** False where it was used before: one of the two uses is that of a thief. */
  consume(model: string, id: string): Awaitable<boolean>;
  remove(model: string, id: string): Awaitable<void>;
  removeOfGrant(model: string, grant: string): Awaitable<void>;
  /** From now on a grant stands for this token, and ends with it. */
  bind(grant: string, token: string): Awaitable<void>;
  /** The client gave its access back, or one of its tokens was used twice: the token of the grant ends too. */
  end(grant: string): Awaitable<void>;
}
