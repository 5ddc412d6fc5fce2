import { saidIn, stepIn, type Told } from '../../../src/words/message.js';
import type { Say } from '../../../src/words/say.js';

export interface HubSession {
  email: string | null;
  session: string | null;
  vaults: { vault: string; role: 'reader' | 'editor' | 'owner'; folders: string[] | null }[];
  provider: string | null;
}

export type Send = <Answer = object>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** Asks the hub; its views are all at its root. Throws what it says, in the language of the person. */
export function createSend(say: Say): Send {
  return async (method, path, body) => {
    const response = await fetch(`api/${path}`, {
      method,
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
    });
    const json = await response.json();
    if (response.ok) return json;
    const told: Told = json.error;
    const step = stepIn(say.messages, told);
    const said = [`${saidIn(say.messages, told)}.`, ...(step === null ? [] : [step])];
    throw new Error(said.map(capital).join(' '));
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
