import { useEffect, useState } from 'react';
import { useStore } from '../../api/store.js';
import { useApp } from '../../frame/app-context.js';
import { useText } from '../../i18n/language.js';
import { useMedia } from '../../ui/use-media.js';

interface Picture {
  of: string;
  address: string;
  width: number;
}

/** A Mermaid diagram as a picture: in one, nothing runs and nothing is loaded. Its source stays readable below it. */
export function Diagram({ source, line }: { source: string; line: number | undefined }) {
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
