import { randomBytes } from 'node:crypto';
import { RappelError } from '../../shared/errors.js';
import { createPasswordThread } from './password-thread.js';

/** What OWASP asks of argon2id: 19 MB and two passes, about 50 ms. */
const COST = { parallelism: 1, iterations: 2, memorySize: 19_456, hashLength: 32 } as const;
const SHORTEST = 10;
const LONGEST = 1_000;
/** A hash keeps a processor busy: one at a time, and no long queue of strangers. */
const MOST_WAITING = 20;

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes of passwords, in the text form of argon2id, made in a thread that is started when it is first needed. */
export function createPasswords() {
  const thread = createPasswordThread();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let stranger: Promise<string> | null = null;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= MOST_WAITING) throw new RappelError('busy', 'person.too_many_now');
    waiting++;
    const next = last.then(work).finally(() => {
      waiting--;
    });
    last = next.catch(() => {});
    return next;
  }

  const hash = (password: string) =>
    thread.run<string>('argon2id', { ...COST, password, salt: randomBytes(16), outputType: 'encoded' });

  return {
    /** Throws `invalid_input` for a password that is too short or too long. */
    async hash(password: string): Promise<string> {
      if (password.length < SHORTEST || password.length > LONGEST)
        throw new RappelError('invalid_input', 'person.short_password', { least: SHORTEST });
      return inTurn(() => hash(password));
    },
    /** Takes as long for someone who has no password, or no account: `known` is null for them. */
    async matches(password: string, known: string | null): Promise<boolean> {
      stranger ??= hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
        stranger = null;
        throw error;
      });
      const compared = known ?? (await stranger);
      const given = { password: password.slice(0, LONGEST) || ' ', hash: compared };
      const isSame = await inTurn(() => thread.run<boolean>('argon2Verify', given));
      return isSame && known !== null;
    },
    close: thread.close,
  };
}
