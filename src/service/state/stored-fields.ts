import { z } from 'zod';
import { once } from '../../shared/once.js';
import { type VaultPath, visiblePath } from '../../vault/paths.js';

/*
 * What `.rappel/` says, read field by field. It may come from an older Rappel, a damaged disk, a synced folder or an
 * archive that another person made. A field with a wrong value gets its initial value; a record that is useless without
 * that field is ignored.
 */

/** A schema for every field, so that a new one is not forgotten here. */
export type Fields<Stored> = { [Key in keyof Required<Stored>]: z.ZodType<Stored[Key]> };

export const textOrNull = once(() => z.string().nullable().catch(null));
export const count = once(() => z.number().nonnegative());

/** A path of the vault; anything that could lead elsewhere is refused. */
export const storedPath = once(() =>
  z.string().transform((text, context) => {
    const found = visiblePath(text);
    if (found !== null) return found;
    context.addIssue('leads outside the vault');
    return z.NEVER;
  }),
);

/** The valid items of a list; none if the value is not a list. */
export function validItems<Item>(item: z.ZodType<Item>) {
  const valid = (value: unknown) => item.safeParse(value);
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const found = valid(value);
        return found.success ? [found.data] : [];
      }),
    );
}

/** Whether a stored JSON text names a path; prefers false positives. */
export function namesPath(json: string, path: VaultPath): boolean {
  return json.normalize('NFC').includes(JSON.stringify(path.normalize('NFC')).slice(1, -1));
}

/** Null if the JSON is not such a record. */
export function parseStored<Found>(schema: z.ZodType<Found>, json: string): Found | null {
  const found = schema.safeParse(parseJson(json));
  return found.success ? found.data : null;
}

/** Undefined if the text is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
