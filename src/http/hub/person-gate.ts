import type { Caller } from '../../hub/people/callers.js';
import type { Gate, RequestHead } from '../gate.js';

/** The gate of the app of a person: the hub has decided already who asks. What needs a session of the vault's own machine stays closed. */
export function createPersonGate(
  { role, wall }: Pick<Caller, 'role' | 'wall'>,
  cookieName: (head: RequestHead) => string,
  signOut: (secret: string) => void,
): Gate {
  return {
    sessions: { open: refuse, has: () => false, openedBy: () => null, close: signOut },
    cookieName,
    admits: () => true,
    roleOf: () => role,
    limitsOf: () => ({ wall, readOnly: false }),
    isToken: () => false,
    openSession: refuse,
    hasSession: () => false,
    isOwner: () => false,
    issueCode: refuse,
    redeemCode: () => false,
  };
}

function refuse(): never {
  throw new Error('people sign in at the hub');
}
