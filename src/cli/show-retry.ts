import type { Retry } from '../service/updates/retry.js';
import { localDate, localTimestamp } from '../shared/clock.js';

/** Why an update waits for its model, and for how long, in lines. */
export function retryLines({ reason, hint, tries, next, until }: Retry, now = new Date()): string[] {
  const past = tries === 0 ? 'not tried yet' : `${tries} ${tries === 1 ? 'try' : 'tries'} so far`;
  return [
    `${reason}. ${hint ?? ''}`.trim(),
    `Next try: ${timeOf(next, now)} (${past}). After ${timeOf(until, now)} it is filed without the model.`,
  ];
}

/** `14:32`, with its day unless that is today. */
function timeOf(at: number, now: Date): string {
  const [day, time = ''] = localTimestamp(new Date(at)).split('T');
  const clock = time.slice(0, 5);
  return day === localDate(now) ? clock : `${day} ${clock}`;
}
