/** Tokens of a text, by the approximation that the whole product uses. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What a vision model charges: the image fitted into 1568 px, then one token per 750 pixels. */
export function imageTokens(width: number, height: number): number {
  const scale = Math.min(1, 1568 / Math.max(width, height));
  return Math.ceil((width * scale * height * scale) / 750);
}

/** `820`, `2.4k`, `1.3M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  // From here on `toFixed` would print 1000.0k.
  if (tokens < 999_950) return `${(tokens / 1_000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}
