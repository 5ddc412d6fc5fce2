export function makePatternsLater(): { name: string; renderChunk(code: string): string | null };
