/** The text of a plain message as Markdown that looks the same: quotes stay quotes, lists stay lists. */
export function plainMailText(text: string): string {
  return text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => {
      const [quote = ''] = /^(?:> ?)*/.exec(line) ?? [];
      const rest = line.slice(quote.length).trimEnd();
      return `${quote.replaceAll(/> ?/g, '> ')}${escaped(rest)}`.trimEnd();
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** A line of a message must not become a heading, a fence, a rule or an HTML tag. Addresses in `<>` stay links. */
function escaped(line: string): string {
  return line
    .replace(/^\s{0,3}(?=#{1,6}(?:\s|$)|```|~~~|(?:[-=*_]\s{0,2}){2,80}$)/, '\\')
    .replaceAll(/<(?=[a-z!/][^<>:@]{0,200}>)/gi, '\\<');
}
