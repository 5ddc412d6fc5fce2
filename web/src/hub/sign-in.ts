import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { HubSession, Send } from './api.js';
import { button, field, form, link, make, notice } from './elements.js';
import type { HubWords } from './words.js';

export interface Hub {
  t: HubWords;
  send: Send;
  session: HubSession;
  /** Shows what is there now. */
  reload(): Promise<void>;
}

/** Browsers have passkeys on a name only, and with TLS or on this machine. */
export const canUsePasskeys =
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname) && isSecureContext;

type Begun = { code: string; options: never };

export function signInView({ t, send, session, reload }: Hub): HTMLElement {
  const email = field(t.email, { type: 'email', name: 'email', autocomplete: 'username' });
  const password = field(t.password, {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
  });
  const problem = notice();
  const query = new URLSearchParams(location.search);
  if (query.has('refused')) problem.show(t.refused);
  if (query.has('unreachable')) problem.show(t.unreachable);

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
    make('h1', { className: 'mt-5 font-semibold text-xl tracking-tight' }, t.title),
    form(
      () =>
        attempt(() => send('POST', 'session', { email: email.input.value, password: password.input.value })),
      email.row,
      password.row,
      button('solid', t.signIn),
      canUsePasskeys && button('outline', t.withPasskey, () => attempt(passkey)),
      session.provider !== null && link(t.withProvider(session.provider), 'openid'),
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
  const { t, send, reload } = hub;
  const { email } = await send<{ email: string | null }>('POST', 'invitation/look', { code });
  const title = make('h1', { className: 'mt-5 font-semibold text-xl tracking-tight' }, t.welcome);
  if (email === null) return make('section', {}, title, make('p', { className: 'mt-2' }, t.invitationEnded));
  const password = field(t.password, { type: 'password', autocomplete: 'new-password', minLength: 10 });
  const problem = notice();

  async function join(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      // The code is used: the address is that of the account.
      history.replaceState(null, '', './');
      await reload();
    } catch (error) {
      problem.show((error as Error).message);
    }
  }

  return make(
    'section',
    {},
    title,
    make('p', { className: 'mt-2 text-soft' }, t.invited(email), ' ', t.choosePassword),
    form(
      () => join(() => send('POST', 'invitation', { code, password: password.input.value })),
      password.row,
      button('solid', t.join),
      canUsePasskeys &&
        button('outline', t.joinWithPasskey, () =>
          join(async () => {
            await send('POST', 'invitation', { code });
            await addPasskey(hub);
          }),
        ),
      problem.row,
    ),
  );
}
