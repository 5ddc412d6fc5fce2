import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { HubSession, Send } from './api.js';
import { button, field, form, link, make, notice, title } from './elements.js';
import type { HubWords, Offered } from './words.js';

export interface Hub {
  t: HubWords;
  send: Send;
  session: HubSession;
  /** Draws the page again, with a message if there is one. */
  reload(said?: string): Promise<void>;
  said: string | null;
}

/** Browsers have passkeys on a name only, and with TLS or on this machine. */
export const canUsePasskeys =
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname) && isSecureContext;

interface Invitee {
  email: string | null;
  /** What an owner invites to; null for an invitation of the operator. */
  membership: Offered | null;
  has_account: boolean;
}

type Begun = { code: string; options: never };

/** `invited`: the address that an invitation is for, and what it says. */
export function signInView(
  { t, send, session, reload }: Hub,
  invited: { email: string; text: string } | null = null,
): HTMLElement {
  const value = invited?.email ?? '';
  const email = field(t.email, { type: 'email', name: 'email', autocomplete: 'username', value });
  const password = field(t.password, {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
  });
  const problem = notice();
  const query = new URLSearchParams(location.search);
  if (query.has('refused')) problem.show(t.refused);
  if (query.has('unreachable')) problem.show(t.unreachable);
  const wanted = query.get('next');
  const next = wanted === null ? '' : `?next=${encodeURIComponent(wanted)}`;

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      await reload();
    } catch (error) {
      problem.show((error as Error).message);
    }
  }

  async function passkey(): Promise<void> {
    const { code, options } = await send<Begun>('POST', 'session/passkey/begin');
    const response = await startAuthentication({ optionsJSON: options }).catch(() => null);
    if (response === null) throw new Error(t.noPasskey);
    await send('POST', 'session/passkey', { code, response });
  }

  return make(
    'section',
    {},
    title(t.title),
    invited !== null && make('p', { className: 'mt-2 text-soft' }, invited.text),
    form(
      () =>
        attempt(() => send('POST', 'session', { email: email.input.value, password: password.input.value })),
      email.row,
      password.row,
      button('solid', t.signIn),
      canUsePasskeys && button('outline', t.withPasskey, () => attempt(passkey)),
      session.provider !== null && link('outline', t.withProvider(session.provider), `openid${next}`),
      problem.row,
    ),
  );
}

/** Asks the browser for a new passkey of who is signed in. */
export async function addPasskey({ t, send }: Pick<Hub, 't' | 'send'>): Promise<void> {
  const { code, options } = await send<Begun>('POST', 'passkeys/begin');
  const response = await startRegistration({ optionsJSON: options }).catch(() => null);
  if (response === null) throw new Error(t.noPasskey);
  await send('POST', 'passkeys', { code, response });
}

export async function invitationView(hub: Hub, code: string): Promise<HTMLElement> {
  const { t, send, session, reload } = hub;
  const { email, membership, has_account } = await send<Invitee>('POST', 'invitation/look', { code });
  if (email === null)
    return make('section', {}, title(t.welcome), make('p', { className: 'mt-2' }, t.invitationEnded));
  const invited = membership === null ? t.invited(email) : t.invitedTo(email, membership);
  const isOwn = membership !== null && session.email === email;
  if (has_account && !isOwn) return signInView(hub, { email, text: `${invited} ${t.signInToAccept}` });
  const password = field(t.password, { type: 'password', autocomplete: 'new-password', minLength: 10 });
  const problem = notice();
  let said: string | undefined;

  async function join(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      // The code is used: the address is that of the account.
      history.replaceState(null, '', './');
      await reload(said);
    } catch (error) {
      problem.show((error as Error).message);
    }
  }

  const heading = [title(t.welcome), make('p', { className: 'mt-2 text-soft' }, invited)];
  if (isOwn)
    return make(
      'section',
      {},
      ...heading,
      form(() => join(() => send('POST', 'invitation', { code })), button('solid', t.accept), problem.row),
    );
  return make(
    'section',
    {},
    ...heading,
    make('p', { className: 'mt-2 text-soft' }, t.choosePassword),
    form(
      () => join(() => send('POST', 'invitation', { code, password: password.input.value })),
      password.row,
      button('solid', t.join),
      canUsePasskeys &&
        button('outline', t.joinWithPasskey, () =>
          join(async () => {
            await send('POST', 'invitation', { code });
            // The invitation is used, whatever becomes of the passkey.
            await addPasskey(hub).catch(() => {
              said = t.noWayIn;
            });
          }),
        ),
      problem.row,
    ),
  );
}
