import { sayIn } from '../../../src/words/say.js';
import { accountView } from './account.js';
import { createSend, type HubSession } from './api.js';
import { make, mark } from './elements.js';
import { membersView } from './members.js';
import { type Hub, invitationView, signInView } from './sign-in.js';
import { HUB_WORDS } from './words.js';
import './hub.css';

const wanted = navigator.languages.find((name) => /^(?:en|fr)\b/i.test(name));
const language = wanted?.toLowerCase().startsWith('fr') ? 'fr' : 'en';
document.documentElement.lang = language;
const t = HUB_WORDS[language];
const send = createSend(await sayIn(language));
const root = document.getElementById('root')!;

/** Behind `#`, so that no server saw it. */
const code = location.pathname.endsWith('/invitation') ? location.hash.slice(1) : '';

async function viewOf(hub: Hub): Promise<HTMLElement> {
  if (code !== '' && location.hash !== '') return invitationView(hub, code);
  if (hub.session.email === null) return signInView(hub);
  const members = new URLSearchParams(location.search).get('members');
  const isOwner = hub.session.vaults.some(({ vault, role }) => vault === members && role === 'owner');
  return isOwner ? membersView(hub, members!) : accountView(hub);
}

async function show(said: string | null = null): Promise<void> {
  const session = await send<HubSession>('GET', 'session');
  const next = new URLSearchParams(location.search).get('next') ?? '';
  // Where one wanted to go: a vault of theirs, and nothing else. Any other sends them here again.
  const vault = /^v\/([a-z0-9._-]+)\/[^#]*$/.exec(next)?.[1];
  if (session.vaults.some((own) => own.vault === vault)) return location.replace(next);
  const view = await viewOf({ t, send, session, reload: show, said });
  document.title = `${view.querySelector('h1')?.textContent ?? ''} · Rappel`;
  const inner = make('div', { className: 'w-full max-w-sm animate-arrive' }, mark(), view);
  const main = make(
    'main',
    { className: 'flex min-h-dvh flex-col items-center justify-center px-4 py-10' },
    inner,
  );
  root.replaceChildren(main);
  if (session.email === null) main.querySelector('input')?.focus();
}

await show();
