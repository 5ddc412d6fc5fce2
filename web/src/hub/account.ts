import { button, choice, field, form, heading, labelled, link, make, notice, title } from './elements.js';
import { addPasskey, canUsePasskeys, type Hub } from './sign-in.js';

interface Listed {
  id: string;
  created: string;
  used: string | null;
}
type Session = Listed & { address: string; browser: string };
type Token = Listed & { name: string; vault: string; role: keyof Hub['t']['roles'] };

export async function accountView(hub: Hub): Promise<HTMLElement> {
  const { t, session, send, reload, said } = hub;
  const [{ passkeys }, { sessions }, { tokens }] = await Promise.all([
    send<{ passkeys: Listed[] }>('GET', 'passkeys'),
    send<{ sessions: Session[] }>('GET', 'sessions'),
    send<{ tokens: Token[] }>('GET', 'tokens'),
  ]);
  const problem = notice();
  if (said !== null) problem.show(said);
  const act = (work: () => Promise<unknown>) => async () => {
    try {
      await work();
      await reload();
    } catch (error) {
      problem.show((error as Error).message);
    }
  };
  const row = (text: string, label: string, path: string) =>
    make(
      'li',
      { className: 'flex min-h-10 items-center justify-between gap-3' },
      make('span', { className: 'min-w-0 break-words' }, text),
      button(
        'small',
        label,
        act(() => send('DELETE', path)),
      ),
    );
  const used = (at: string | null) => (at === null ? t.neverUsed : t.lastUsed(dayOf(at)));

  return make(
    'section',
    {},
    title(t.vaults),
    session.vaults.length === 0 && make('p', { className: 'mt-2 text-soft' }, t.noVaults),
    make(
      'ul',
      { className: 'mt-4 flex flex-col gap-2' },
      ...session.vaults.map(({ vault, role }) =>
        make(
          'li',
          { className: 'flex items-center gap-2' },
          make(
            'a',
            {
              className:
                'flex min-h-11 min-w-0 flex-1 items-center justify-between gap-3 rounded-xl border border-line bg-raised px-3.5 hover:bg-hover',
              href: `v/${vault}/`,
            },
            make('span', { className: 'min-w-0 break-words font-medium' }, vault),
            make('span', { className: 'text-sm text-soft' }, t.roles[role]),
          ),
          role === 'owner' && labelled(link('small', t.members, `?members=${vault}`), t.membersOf(vault)),
        ),
      ),
    ),
    heading(t.account),
    make(
      'p',
      { className: 'flex items-center justify-between gap-3' },
      make('span', { className: 'min-w-0 break-words' }, session.email ?? ''),
      button(
        'small',
        t.signOut,
        act(() => send('DELETE', 'session')),
      ),
    ),
    problem.row,
    (canUsePasskeys || passkeys.length > 0) && heading(t.passkeys),
    list(passkeys.map(({ id, created }) => row(t.added(dayOf(created)), t.remove, `passkeys/${id}`))),
    canUsePasskeys &&
      button(
        'outline',
        t.addPasskey,
        act(() => addPasskey(hub)),
      ),
    heading(t.tokens),
    make('p', { className: 'text-sm text-soft' }, t.tokensHint),
    list(
      tokens.map(({ id, name, vault, role, used: at }) =>
        row(`${name} · ${vault} · ${t.roles[role]} · ${used(at)}`, t.revoke, `tokens/${id}`),
      ),
    ),
    session.vaults.length > 0 && tokenForm(hub),
    heading(t.sessions),
    list(
      sessions.map(({ id, address, browser, used: at }) => {
        const where = id === session.session ? t.thisOne : `${browserName(browser)} · ${address}`;
        return row(`${where} · ${used(at)}`, t.end, `sessions/${id}`);
      }),
    ),
    heading(t.changePassword),
    passwordForm(hub),
  );
}

function tokenForm({ t, send, session }: Hub): HTMLElement {
  const name = field(t.tokenName, { maxLength: 60, autocomplete: 'off' });
  const vault = choice(
    t.tokenVault,
    session.vaults.map((one) => [one.vault, one.vault] as const),
  );
  const role = choice(t.tokenRole, Object.entries(t.roles));
  const made = notice();
  return form(
    async () => {
      const wanted = { name: name.input.value, vault: vault.input.value, role: role.input.value };
      try {
        const { token } = await send<{ token: string }>('POST', 'tokens', wanted);
        made.show(t.tokenMade);
        made.row.append(make('code', { className: 'mt-2 block break-all font-mono text-sm' }, token));
      } catch (error) {
        made.show((error as Error).message);
      }
    },
    name.row,
    vault.row,
    role.row,
    button('outline', t.createToken),
    made.row,
  );
}

function passwordForm({ t, send }: Hub): HTMLElement {
  const current = field(t.currentPassword, {
    type: 'password',
    autocomplete: 'current-password',
    required: false,
  });
  const next = field(t.newPassword, { type: 'password', autocomplete: 'new-password', minLength: 10 });
  const said = notice();
  return form(
    async () => {
      const given = { current: current.input.value || null, password: next.input.value };
      await send('PUT', 'password', given).then(
        () => said.show(t.passwordChanged),
        (error: Error) => said.show(error.message),
      );
    },
    current.row,
    next.row,
    button('outline', t.changePassword),
    said.row,
  );
}

function list(rows: HTMLElement[]): HTMLElement {
  return make('ul', { className: 'mb-2' }, ...rows);
}

function dayOf(time: string): string {
  // With the region of the browser, which decides whether the day or the month comes first.
  const { lang } = document.documentElement;
  return new Date(time).toLocaleDateString(navigator.languages.find((name) => name.startsWith(lang)) ?? lang);
}

function browserName(agent: string): string {
  return /(?:Firefox|Edg|OPR|Chrome|Safari)(?=\/)/.exec(agent)?.[0] ?? agent.slice(0, 40);
}
