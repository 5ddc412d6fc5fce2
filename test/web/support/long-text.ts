const HEAD = '---\ncreated: 2026-01-01T00:00:00\nupdated: 2026-01-01T00:00:00\ntokens: 1\n---\n\n';

/** Lines that say their own number, with headings and empty lines between them. */
export function longText(): string {
  const lines = Array.from({ length: 70_000 }, (_, index) => {
    if (index % 50 === 0) return `## Section ${index}`;
    if (index % 50 === 1 || index % 6 === 5) return '';
    const line = index + 1 + HEAD.split('\n').length - 1;
    return `This is line ${line} of a very long file, with *words* in it to make it longer than it has to be.`;
  });
  return `${HEAD}${lines.join('\n')}\n`;
}
