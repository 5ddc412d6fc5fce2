import { useEffect, useState } from 'react';
import { useText } from '../i18n/language.js';

/** Quiet lines where text will be; nothing at all for what is there in a blink. */
export function Loading() {
  const t = useText();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return <div className="min-h-64" />;
  return (
    <div role="status" className="min-h-64 max-w-2xl animate-breathe space-y-3 pt-2">
      <span className="sr-only">{t.loading}</span>
      {['w-2/5', 'w-full', 'w-11/12', 'w-4/5'].map((width) => (
        <div key={width} className={`h-4 rounded bg-hover ${width}`} />
      ))}
    </div>
  );
}
