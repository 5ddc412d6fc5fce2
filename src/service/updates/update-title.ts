import type { UpdateInput } from '../../agents/update.js';
import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import { readInboxItem } from './inbox.js';
import { titleOf } from './queue.js';

/** The title of an update in lists: the beginning of its text; for an answer, its subject and the choice. */
export function titleFor(vault: Vault, input: UpdateInput): string {
  if (input.session != null && input.text.trim() === '')
    return titleOf({ ...input, text: input.session.path });
  if (input.inbox_ref === null) return titleOf(input);
  try {
    const { question, excerpt, choices } = readInboxItem(vault, input.inbox_ref);
    const given = input.text.trim();
    const chosen = choices.find(({ id }) => id === given)?.label ?? given;
    const about = excerpt === '' ? question : excerpt;
    return titleOf({ text: `${about.slice(0, 200)} → ${chosen}`, images: input.images });
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    return titleOf(input);
  }
}
