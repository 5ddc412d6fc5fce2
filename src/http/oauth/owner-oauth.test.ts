import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { createLimits } from './limit.js';
import { createStoredOauth } from './owner-oauth.js';

const client = (id: string) => ({ client_id: id });
// Each is written to the disk at once: few are enough to reach a limit.
const few = { each: 30, perGrant: 5, perClient: 10 };
const asking = (id: string) => ({ params: { client_id: id } });

describe('what the authorisation server keeps', () => {
  it('signs no other assistant out where one renews its tokens again and again', () => {
    const store = createStoredOauth(tempFolder(), Date.now, few);
    for (const model of ['AccessToken', 'RefreshToken']) {
      store.upsert(model, 'quiet', { grantId: 'quiet' }, 3_600);
      for (let count = 0; count < 40; count++)
        store.upsert(model, `busy ${count}`, { grantId: 'busy' }, 3_600);
      expect(store.find(model, 'quiet')).toBeDefined();
      expect(store.find(model, 'busy 39')).toBeDefined();
      expect(store.find(model, 'busy 0')).toBeUndefined();
    }
  });

  it('keeps the open consent of the owner, however many sign-ins begin', () => {
    const store = createStoredOauth(tempFolder(), Date.now, few);
    store.upsert('Client', 'own', client('own'));
    store.upsert('Interaction', 'own', asking('own'), 900);
    const begin = (count: number, id: string) => {
      try {
        store.upsert('Interaction', `${id} ${count}`, asking(id), 900);
        return 'begun';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const same = Array.from({ length: 20 }, (_, count) => begin(count, 'own'));
    const others = Array.from({ length: 40 }, (_, count) => begin(count, `other ${count % 8}`));
    expect([same.includes('busy'), others.includes('busy')]).toEqual([true, true]);
    for (let count = 0; count < 40; count++) store.upsert('Client', `c ${count}`, client(`c ${count}`));
    expect(store.find('Interaction', 'own')).toBeDefined();
    expect(store.find('Client', 'own')).toBeDefined();
    // Where it was opened already, it goes on.
    store.upsert('Interaction', 'own', { ...asking('own'), result: {} }, 900);
    expect(store.find('Interaction', 'own')).toHaveProperty('result');
  });

  it('counts each address and client by itself', () => {
    const mayGoOn = createLimits(2, 60_000);
    expect(['a', 'a', 'a', 'b'].map(mayGoOn)).toEqual([true, true, false, true]);
  });
});
