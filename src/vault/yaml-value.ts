/** A line of frontmatter. The value is one line whatever the text holds, so no text can add a key or end the block. */
export function yamlField(key: string, text: string): string {
  return `${key}: ${yamlValue(text)}`;
}

/** A text as YAML writes it: plain where every reader takes it as that text, otherwise in double quotes. */
export function yamlValue(text: string): string {
  if (PLAIN.test(text)) return text;
  // The escapes of JSON are escapes of YAML; JSON leaves some line breaks and control characters as they are.
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text of a value on one line: the inverse of `yamlValue`, also for single quotes. */
export function yamlText(value: string): string {
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/s.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Escapes that only YAML has, or broken ones: as they are written.
    return value.slice(1, -1);
  }
}

/** A letter or digit first; a colon or a space only before something else; nothing that YAML gives a meaning. */
const PLAIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_.,;/+@()'’!?-]|[: ](?=[^\s:]))*$/u;
