/** The descriptions of the tools speak to Rappel's own agents; here their `search` is called `find`. */
export function wordsOfThisDoor(description: string): string {
  return description.replaceAll('`search`', '`find`');
}
