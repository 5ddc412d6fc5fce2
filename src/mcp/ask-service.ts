import { readToken } from '../service/client.js';
import { currentLease } from '../service/lease.js';
import { type ErrorCode, RappelError } from '../shared/errors.js';
import { isOnThisMachine } from '../shared/process-identity.js';

export interface RunningService {
  /** Posts JSON and answers with JSON; aborting hangs up, which stops the work. Throws the service's own error. */
  post(path: string, body: unknown, signal?: AbortSignal): Promise<unknown>;
}

/** The service that serves this vault on this machine; null where none does. */
export function askService(root: string): RunningService | null {
  const lease = currentLease(root);
  if (lease === null || !isOnThisMachine(lease)) return null;
  return {
    async post(path, body, signal) {
      const token = readToken(root);
      const headers = {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const request = { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) };
      const response = await fetch(lease.url + path, request).catch((cause) => {
        if (signal?.aborted) throw cause;
        throw new RappelError('io', `the service at ${lease.url} does not answer`, {
          hint: 'Tell the user to run: rappel status',
          cause,
        });
      });
      const answer = (await response.json()) as { error?: ServiceError };
      if (response.ok || answer.error === undefined) return answer;
      const { code, message, hint } = answer.error;
      throw new RappelError(code, message, hint === null ? {} : { hint });
    },
  };
}

interface ServiceError {
  code: ErrorCode;
  message: string;
  hint: string | null;
}
