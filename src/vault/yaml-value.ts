/** A line of frontmatter. The value is always one line, so no text can add a key or end the block. */
export function yamlField(key: string, text: string): string {
  return `${key}: ${yamlValue(text)}`;
}

/** A text as a YAML value: plain if every YAML reader takes it as that text, otherwise in double quotes. */
export function yamlValue(text: string): string {
  if (PLAIN.test(text)) return text;
  // JSON's escapes are valid in YAML; JSON leaves some line breaks and control characters unescaped.
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text of a one-line value: the inverse of `yamlValue`, also for single quotes. */
export function yamlText(value: string): string {
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/s.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Escapes that only YAML has, or broken ones, stay as they are written.
    return value.slice(1, -1);
  }
}

/** Starts with a letter or digit; a colon or space only before another character; nothing with a meaning in YAML. */
const PLAIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_.,;/+@()'’!?-]|[: ](?=[^\s:]))*$/u;
