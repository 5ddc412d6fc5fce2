import { type ComponentType, createContext, useContext } from 'react';
import type { LineRange } from '../frame/route.js';

export interface MarkdownProps {
  text: string;
  /** The path of the file, without `vault/`: relative links and images start there. */
  path: string;
  firstLine?: number;
  marked?: readonly LineRange[];
  plain?: boolean;
  /** Words to bring out in the text. */
  words?: RegExp | null;
}

/** What draws Markdown, for parts of a text that hold a text themselves: they can't import what is made of them. */
export const MarkdownContext = createContext<ComponentType<MarkdownProps> | null>(null);

export function useMarkdown(): ComponentType<MarkdownProps> {
  const Markdown = useContext(MarkdownContext);
  if (Markdown === null) throw new Error('no Markdown around');
  return Markdown;
}
