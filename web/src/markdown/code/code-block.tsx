import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from '../../api/store.js';
import { useApp } from '../../frame/app-context.js';
import { useText } from '../../i18n/language.js';
import { CopyButton } from '../../ui/copy-button.js';
import { useMedia } from '../../ui/use-media.js';
import type { HtmlNode } from '../path-links.js';
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

interface Picture {
  of: string;
  address: string;
  width: number;
}

/** A Mermaid diagram as a picture: in one, nothing runs and nothing is loaded. Its source stays readable below it. */
function Diagram({ source, line }: { source: string; line: number | undefined }) {
  const t = useText();
  const theme = useStore(useApp().theme);
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark);
  const key = `${isDark} ${source}`;
  const [picture, setPicture] = useState<Picture | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let address: string | null = null;
    let isGone = false;
    void import('./diagram-frame.js').then(async ({ drawDiagram }) => {
      const drawn = await drawDiagram(source, isDark);
      if (isGone) return;
      if (drawn === null) {
        setFailed(key);
        return;
      }
      address = URL.createObjectURL(new Blob([drawn.svg], { type: 'image/svg+xml' }));
      setPicture({ of: key, address, width: drawn.width });
    });
    return () => {
      isGone = true;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [source, isDark, key]);

  const code = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre tabIndex={0}>
      <code>{source}</code>
    </pre>
  );
  if (picture?.of !== key)
    return (
      <div data-line={line}>
        {code}
        {failed === key && <p className="text-faint text-sm">{t.file.noDiagram}</p>}
      </div>
    );
  return (
    <figure className="diagram" data-line={line}>
      <img src={picture.address} width={picture.width} alt={t.file.diagram} />
      <details>
        <summary>{t.file.source}</summary>
        {code}
      </details>
    </figure>
  );
}
