/**
 * Text that is safe on a terminal: characters that would control it (escape sequences, C1 controls, a carriage
 * return that overwrites its line) or change the reading direction appear as `\u001b`, JSON's form, so that JSON
 * stays JSON. Tabs and line ends stay.
 */
export function visible(text: string): string {
  return text.replaceAll(
    STEERING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const STEERING = /\r(?!\n)|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu;
