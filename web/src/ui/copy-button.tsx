import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/language.js';
import { IconButton } from './button.js';

/** Copies exactly the text it is given. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const name = copied ? t.copied : (label ?? t.copy);
  return (
    <IconButton label={name} onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      {copied ? <Check aria-hidden size={16} className="text-accent" /> : <Copy aria-hidden size={16} />}
    </IconButton>
  );
}
