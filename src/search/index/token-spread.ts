/** As many numbers as a token's 16 bits have. */
const TOKENS = 65_536;

export type TokenSpread = ReturnType<typeof createTokenSpread>;

/** In how many chunks each token occurs; nothing where the embedder has no tokens. */
export function createTokenSpread(hasTokens: boolean) {
  const counts = new Uint32Array(hasTokens ? TOKENS : 0);
  // The last chunk that a token was counted for.
  const countedFor = new Uint32Array(counts.length);
  return {
    of: (token: number) => counts[token] ?? 0,
    /** The counts themselves, to be stored. */
    bytes: () => new Uint8Array(counts.buffer),
    /** The same to be filled: any chunk may be counted afterwards. */
    toFill() {
      countedFor.fill(0);
      return new Uint8Array(counts.buffer);
    },
    add(id: number, tokens: Uint16Array): void {
      for (let i = 0; i < tokens.length; i++) {
        const token = tokens[i]!;
        if (countedFor[token] === id) continue;
        countedFor[token] = id;
        counts[token]!++;
      }
    },
    clear(): void {
      counts.fill(0);
      countedFor.fill(0);
    },
  };
}

/** What a token counts, by how few of the chunks hold it. */
export function rarityOf(chunks: number, holding: number): number {
  return Math.log(1 + chunks / (1 + holding));
}
