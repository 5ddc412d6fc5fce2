import { allFailed, errorLine, type ItemError, RappelError } from '../shared/errors.js';
import type { ToolImage, ToolResult } from './define-tool.js';

/** Collects the output of a list, item by item: a failed item does not stop the others. */
export function createItemList() {
  const parts: string[] = [];
  const images: ToolImage[] = [];
  const errors: ItemError[] = [];

  return {
    add(text: string, image?: ToolImage): void {
      parts.push(text);
      if (image) images.push(image);
    },
    /** Runs one item; an error becomes its line. `shown` names the item if the error does not. */
    attempt(shown: string, item: () => void): void {
      try {
        item();
      } catch (error) {
        if (!(error instanceof RappelError)) throw error;
        const { code, reason, fields, message, path } = error;
        errors.push({ path: path ?? shown, code, reason, fields, message });
        parts.push(errorLine({ path: path ?? shown, message }));
      }
    },
    /** Throws if every item failed. */
    result(): ToolResult<undefined> {
      if (errors.length > 0 && errors.length === parts.length) throw allFailed(errors);
      return { text: parts.join('\n\n'), images, errors, data: undefined };
    },
  };
}

export type ItemList = ReturnType<typeof createItemList>;
