/**
 * Makes something when it is first asked for, and once. For schemas of what a short command may never read: zod takes a tenth of a
 * millisecond for each part of one, and V8 a fifth of one for each class of Unicode in a pattern.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
