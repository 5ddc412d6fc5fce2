import { describe, expect, it } from 'vitest';
import type { VaultPath } from '../../vault/paths.js';
import { createEventBus } from '../events/events.js';
import { createProblems } from '../events/problems.js';
import type { History, HistoryEntry, RecordRequest } from '../history/history.js';
import { createOutsideEdits } from './outside-edits.js';

/** A history that never finishes an entry by itself. */
function slowHistory() {
  const requests: RecordRequest[] = [];
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const record = (request: RecordRequest) => {
    requests.push(request);
    begun();
    return new Promise<HistoryEntry | null>((resolve, reject) => {
      if (request.paths.length <= 200) resolve(null);
      request.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  return { history: { record } as unknown as History, requests, beginning };
}

function collected(count: number, quietMs: number) {
  const slow = slowHistory();
  const logged: string[] = [];
  const edits = createOutsideEdits({
    history: slow.history,
    events: createEventBus<{ history: HistoryEntry }>(),
    problems: createProblems((message) => logged.push(message)),
    mustWait: () => false,
    isClaimed: () => false,
    onIdle: () => {},
    quietMs,
  });
  for (let n = 0; n < count; n++) edits.add(`bucket/${n}.md` as VaultPath);
  return { ...slow, edits, logged };
}

describe('outside edits, when the service stops', () => {
  it('are recorded', async () => {
    const { edits, requests } = collected(200, 1e9);
    await edits.flush();
    expect(requests.map(({ paths }) => paths.length)).toEqual([200]);
  });

  it('are left to the next start if they are many', async () => {
    const { edits, requests } = collected(201, 1e9);
    await edits.flush();
    expect(requests).toEqual([]);
  });

  it('are given up while they are recorded if they are many, without a complaint', async () => {
    const { edits, requests, beginning, logged } = collected(201, 0);
    await beginning;
    await edits.flush();
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect(logged).toEqual([]);
  });
});
