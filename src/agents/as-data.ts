/**
 * Text of the vault as a model gets it: marked as data, so that nothing written in a note passes for an instruction. The
 * text itself is not changed; a note can't close the mark, because lines of content carry a number or stand in a fence.
 */
export function asData(source: string, text: string): string {
  return `<vault-data source="${source}">\n${text.replaceAll('</vault-data>', '<\\/vault-data>')}\n</vault-data>`;
}
