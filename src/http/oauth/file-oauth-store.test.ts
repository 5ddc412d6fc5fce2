import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { createFileOauthStore } from './file-oauth-store.js';
import { createLimits } from './limit.js';

const client = (id: string) => ({ client_id: id });
const asking = (id: string) => ({ params: { client_id: id } });

describe('what the authorisation server keeps', () => {
  it('signs no other assistant out where one renews its tokens a thousand times', () => {
    const store = createFileOauthStore(tempFolder());
    for (const model of ['AccessToken', 'RefreshToken']) {
      store.upsert(model, 'quiet', { grantId: 'quiet' }, 3_600);
      for (let count = 0; count < 1_000; count++)
        store.upsert(model, `busy ${count}`, { grantId: 'busy' }, 3_600);
      expect(store.find(model, 'quiet')).toBeDefined();
      expect(store.find(model, 'busy 999')).toBeDefined();
      expect(store.find(model, 'busy 0')).toBeUndefined();
    }
  }, 60_000);

  it('keeps the open consent of the owner, however many sign-ins begin', () => {
    const store = createFileOauthStore(tempFolder());
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
    const same = Array.from({ length: 300 }, (_, count) => begin(count, 'own'));
    const others = Array.from({ length: 1_100 }, (_, count) => begin(count, `other ${count % 40}`));
    expect([same.includes('busy'), others.includes('busy')]).toEqual([true, true]);
    for (let count = 0; count < 1_100; count++) store.upsert('Client', `c ${count}`, client(`c ${count}`));
    expect(store.find('Interaction', 'own')).toBeDefined();
    expect(store.find('Client', 'own')).toBeDefined();
    // Where it was opened already, it goes on.
    store.upsert('Interaction', 'own', { ...asking('own'), result: {} }, 900);
    expect(store.find('Interaction', 'own')).toHaveProperty('result');
  }, 60_000);

  it('counts each address and client by itself', () => {
    const mayGoOn = createLimits(2, 60_000);
    expect(['a', 'a', 'a', 'b'].map(mayGoOn)).toEqual([true, true, false, true]);
  });
});
