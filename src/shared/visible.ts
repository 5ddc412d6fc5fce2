/**
 * Text as a terminal may show it: what would steer the terminal (escape sequences, C1 controls, a carriage return that
 * overwrites its line) or turn the reading direction stands there as `\u001b`, the form of JSON, so that JSON stays
 * JSON. Tabs and line ends stay.
 */
export function visible(text: string): string {
  return text.replaceAll(
    STEERING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const STEERING = /\r(?!\n)|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu;
