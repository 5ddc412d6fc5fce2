import type { ServerResponse } from 'node:http';

export type OpenResponses = ReturnType<typeof createOpenResponses>;

/** The responses under way, by vault. */
export function createOpenResponses() {
  const open = new Map<string, Set<ServerResponse>>();

  return {
    add(name: string, response: ServerResponse): void {
      const responses = open.get(name) ?? new Set();
      open.set(name, responses.add(response));
      response.once('close', () => {
        responses.delete(response);
        if (responses.size === 0 && open.get(name) === responses) open.delete(name);
      });
    },
    /** Cuts the streams of a vault once it is closed, so that their clients connect again. Other responses end by themselves. */
    async cutAfter(name: string, closing: Promise<void>): Promise<void> {
      const responses = [...(open.get(name) ?? [])];
      await closing;
      for (const response of responses) if (isStream(response)) response.destroy();
    },
  };
}

/** Has begun and goes on. */
function isStream({ headersSent, writableEnded }: ServerResponse): boolean {
  return headersSent && !writableEnded;
}
