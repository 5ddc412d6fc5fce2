import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../i18n/language.js';
import { CopyButton } from '../../ui/copy-button.js';
import type { HtmlNode } from '../path-links.js';
import { Diagram } from './diagram.js';
import { Formula } from './formula.js';

interface CodeBlockProps {
  /** The `pre` element as it was parsed. */
  node: HtmlNode;
  children: ReactNode;
}

const LONGEST_COLOURED = 50_000;

/** Code in its colours, with a button that copies it; a formula or a diagram in its own form. */
export function CodeBlock({ node, children }: CodeBlockProps) {
  const t = useText();
  const code = node.children?.[0];
  const classes = (code?.properties?.className ?? []) as string[];
  const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  const text = textOf(node);
  const line = node.properties?.dataLine as number | undefined;
  if (language === 'math') return <Formula source={text} isBlock line={line} />;
  if (language === 'mermaid') return <Diagram source={text} line={line} />;
  // Marked lines are elements of their own.
  const isPlain = code?.children?.every(({ type }) => type === 'text') ?? false;
  return (
    <div className="code" data-line={line}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        {isPlain && language !== '' && text.length < LONGEST_COLOURED ? (
          <ColouredCode text={text} language={language} />
        ) : (
          children
        )}
      </pre>
      <div className="code-copy">
        <CopyButton text={text.replace(/\n$/, '')} label={t.file.copyCode} />
      </div>
    </div>
  );
}

/** Plain until the colours are loaded. */
function ColouredCode({ text, language }: { text: string; language: string }) {
  const [shown, setShown] = useState<{ of: string; code: ReactNode } | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('./colour-code.js').then(({ colourCode }) => {
      const code = colourCode(text, language);
      if (!isGone && code !== null) setShown({ of: text, code });
    });
    return () => {
      isGone = true;
    };
  }, [text, language]);
  return <code className={`language-${language}`}>{shown?.of === text ? shown.code : text}</code>;
}

function textOf({ value = '', children = [] }: HtmlNode): string {
  return value + children.map(textOf).join('');
}
