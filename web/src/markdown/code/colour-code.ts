import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

/** The code as elements with classes; null for a language that is not known. */
export function colourCode(text: string, language: string): ReactNode | null {
  if (!lowlight.registered(language)) return null;
  return toJsxRuntime(lowlight.highlight(language, text), { Fragment, jsx, jsxs });
}
