/** The same text by itself: a part of a text that was read keeps all of it in memory. */
export function cutLoose(part: string): string {
  return Buffer.from(part).toString();
}
