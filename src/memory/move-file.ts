import type { Service } from '../service/create-service.js';
import { planMove } from '../service/links/plan-move.js';
import { RappelError } from '../shared/errors.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { move } from '../tools/move.js';
import { createSession } from '../tools/session.js';
import { rewriteLinks } from '../vault/links/rewrite-links.js';
import { recordChanges } from './record-changes.js';

/** The links that a move would change. */
export interface MovePreview {
  notes: number;
  links: number;
}

export interface MovedFile extends MovePreview {
  /** Notes whose links could not be changed, `vault/…`; the move is done all the same. */
  failed: string[];
  warning: string | null;
}

export async function previewMove({ vault, links }: Service, from: string, to: string): Promise<MovePreview> {
  const { notes } = await planMove(links, vault.resolve(from).path, vault.resolve(to).path);
  return { notes: notes.length, links: notes.reduce((sum, note) => sum + note.links, 0) };
}

/** Moves a file or folder as the tool does; then every link that led to it, or from it, leads where it did. One entry. */
export async function moveFile(service: Service, from: string, to: string): Promise<MovedFile> {
  const [source, target] = [service.vault.resolve(from), service.vault.resolve(to)];
  const plan = await planMove(service.links, source.path, target.path);
  const done: MovePreview = { notes: 0, links: 0 };
  const failed: string[] = [];
  let reason = '';
  const { warning } = await recordChanges(
    service,
    { source: 'page', reason: () => reason },
    async (vault) => {
      const context = { vault, session: createSession(), engine: service.engine };
      reason = (await move.call({ from, to }, context)).text;
      const yieldToEventLoop = createYielder();
      for (const { path } of plan.notes) {
        const place = vault.locate(plan.move.moved(path));
        try {
          let count = 0;
          vault.save(place, (current) => {
            if (current === null) throw vault.missing(place);
            const rewritten = rewriteLinks(current, path, plan.move);
            count = rewritten.count;
            return rewritten.text;
          });
          done.links += count;
          done.notes += Math.sign(count);
        } catch (error) {
          if (!(error instanceof RappelError)) throw error;
          failed.push(place.shown);
        }
        await yieldToEventLoop();
      }
      if (done.links > 0) reason += `; updated ${done.links} links in ${done.notes} notes`;
    },
  );
  return { ...done, failed, warning };
}
