import type { IncomingMessage } from 'node:http';

/** The header in which a node tells the leader where a request came from. */
export const CLIENT_HEADER = 'rappel-client';

/** Where a request came from: what the proxy in front of the hub added last, or the other end of the connection. */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  { isFromNode, publicUrl }: { isFromNode: boolean; publicUrl: string | null },
): string {
  const told = headers[CLIENT_HEADER];
  if (isFromNode && typeof told === 'string') return told;
  const forwarded = headers['x-forwarded-for'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').at(-1)!.trim();
  if (publicUrl !== null && last !== '') return last.slice(0, 60);
  return socket.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown';
}
