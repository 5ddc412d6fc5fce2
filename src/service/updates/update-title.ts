import type { UpdateInput } from '../../agents/update.js';
import { RappelError } from '../../shared/errors.js';
import { maskSecrets } from '../../shared/secrets.js';
import type { Vault } from '../../vault/vault.js';
import { readInboxItem } from './inbox.js';

/** The title of an update in lists: the beginning of its text; for an answer, its subject and the choice. */
export function titleFor(vault: Vault, input: UpdateInput): string {
  if (input.session != null && input.text.trim() === '')
    return updateTitle({ ...input, text: input.session.path });
  if (input.inbox_ref === null) return updateTitle(input);
  try {
    const { question, excerpt, choices } = readInboxItem(vault, input.inbox_ref);
    const given = input.text.trim();
    const chosen = choices.find(({ id }) => id === given)?.label ?? given;
    const about = excerpt === '' ? question : excerpt;
    return updateTitle({ text: `${about.slice(0, 200)} → ${chosen}`, images: input.images });
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    return updateTitle(input);
  }
}

const MOST_TITLE = 280;
const MOST_READ = 2_000;

/** The beginning of the input, by which an update is recognised in a list. */
export function updateTitle({ text, images }: Pick<UpdateInput, 'text' | 'images'>): string {
  // A title is shown in lists and in the history; a secret is not.
  const given = maskSecrets(text.trim().slice(0, MOST_READ)) || images.map(({ name }) => name).join(', ');
  if (given.length <= MOST_TITLE) return given;
  return `${given.slice(0, MOST_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
