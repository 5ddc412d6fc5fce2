/** The tool descriptions address Rappel's own agents; in MCP their `search` is called `find`. */
export function wordsOfThisDoor(description: string): string {
  return description.replaceAll('`search`', '`find`');
}
