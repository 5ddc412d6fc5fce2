import type { HubSession } from './api.js';
import { button, choice, field, form, heading, labelled, make, notice, title } from './elements.js';
import type { Hub } from './sign-in.js';

type Role = HubSession['vaults'][number]['role'];

interface Member {
  email: string;
  role: Role;
  folders: string[] | null;
  joined: string | null;
  invited_by: string | null;
}

/** The people of a vault, for its owners. */
export async function membersView(hub: Hub, vault: string): Promise<HTMLElement> {
  const { t, send, session } = hub;
  const base = `vaults/${encodeURIComponent(vault)}/members`;
  const problem = notice();
  const list = make('ul', { className: 'mt-2' });

  async function refresh(): Promise<void> {
    const { members } = await send<{ members: Member[] }>('GET', base);
    list.replaceChildren(...members.map(row));
  }

  async function change(email: string, method: string, body?: object): Promise<void> {
    try {
      await send(method, `${base}/${encodeURIComponent(email)}`, body);
      problem.show('');
    } catch (error) {
      problem.show((error as Error).message);
    }
    // Whoever changes their own role may be no owner any more.
    if (email === session.email && problem.row.textContent === '') location.assign('./');
    else await refresh();
  }

  function row(member: Member): HTMLElement {
    const { email, role, joined, invited_by } = member;
    const end = joined === null ? t.withdraw : t.removeMember;
    return make(
      'li',
      {
        className: 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-2.5',
      },
      make(
        'span',
        { className: 'min-w-0 basis-full break-words' },
        email,
        make('span', { className: 'block text-sm text-soft' }, noteOf(member)),
      ),
      invited_by === null
        ? roleChoice(email, role)
        : make('span', { className: 'text-sm text-soft' }, t.roles[role]),
      sureButton(end, t.sure(end), email, () => change(email, 'DELETE')),
    );
  }

  function noteOf({ email, folders, joined, invited_by }: Member): string {
    const pending = invited_by === null ? t.pending : t.pendingBy(invited_by);
    const notes = [email === session.email && t.you, joined === null && pending, folders?.join(', ')];
    return notes.filter(Boolean).join(' · ');
  }

  function roleChoice(email: string, role: Role): HTMLElement {
    const { input } = choice('', Object.entries(t.roles));
    input.className = 'h-9 rounded-lg border border-strong-line bg-raised px-2 text-sm';
    input.value = role;
    input.onchange = () => void change(email, 'PUT', { role: input.value });
    return labelled(input, t.of(t.tokenRole, email));
  }

  function sureButton(text: string, sure: string, email: string, act: () => Promise<void>): HTMLElement {
    const made = button('small', text, async () => {
      if (made.textContent === sure) return act();
      made.textContent = sure;
      labelled(made, t.of(sure, email));
    });
    return labelled(made, t.of(text, email));
  }

  await refresh();
  return make(
    'section',
    {},
    title(t.membersOf(vault)),
    make('a', { className: 'text-sm text-soft underline hover:text-ink', href: './' }, t.vaults),
    make('div', { className: 'mt-2' }, problem.row),
    list,
    heading(t.invite),
    make('p', { className: 'text-sm text-soft' }, t.inviteHint),
    inviteForm(hub, base, refresh),
  );
}

function inviteForm({ t, send }: Hub, base: string, refresh: () => Promise<void>): HTMLElement {
  const email = field(t.email, { type: 'email', autocomplete: 'off' });
  const role = choice(t.tokenRole, Object.entries(t.roles));
  const made = notice();
  return form(
    async () => {
      const wanted = { email: email.input.value, role: role.input.value };
      try {
        const { link } = await send<{ link: string }>('POST', base, wanted);
        made.show(t.invitationMade(wanted.email));
        made.row.append(make('code', { className: 'my-2 block break-all font-mono text-sm' }, link));
        if ('clipboard' in navigator) made.row.append(copyButton(t, link));
        email.input.value = '';
        await refresh();
      } catch (error) {
        made.show((error as Error).message);
      }
    },
    email.row,
    role.row,
    button('outline', t.createInvitation),
    made.row,
  );
}

function copyButton(t: Hub['t'], link: string): HTMLElement {
  const made = button('outline', t.copyLink, async () => {
    await navigator.clipboard.writeText(link);
    made.textContent = t.copied;
  });
  return made;
}
