import type { Retry } from '../service/updates/retry.js';
import { localDate, localTimestamp } from '../shared/clock.js';
import { ENGLISH } from '../shared/errors.js';
import { saidIn, stepIn } from '../words/message.js';
import type { Say } from '../words/say.js';

/** Why an update waits for its model, in lines. */
export function retryLines({ error, tries, next }: Retry, say: Say): string[] {
  const words = say.messages ?? ENGLISH;
  const past =
    tries === 0 ? say`not tried yet` : tries === 1 ? say`1 try so far` : say`${tries} tries so far`;
  return [
    `${saidIn(words, error)}. ${stepIn(words, error, 'terminal') ?? ''}`.trim(),
    say`Next try: ${timeOf(next)} (${past}). It is filed when the model answers again.`,
  ];
}

/** `14:32`, with its day unless that is today. */
function timeOf(at: number): string {
  const [day, time = ''] = localTimestamp(new Date(at)).split('T');
  const clock = time.slice(0, 5);
  return day === localDate(new Date()) ? clock : `${day} ${clock}`;
}
