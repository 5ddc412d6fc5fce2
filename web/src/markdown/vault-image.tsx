import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { fileAddress } from '../api/file-address.js';
import { useText } from '../i18n/language.js';

/** A picture of the vault; null for one from elsewhere, which would tell its host that the file was opened. */
export function VaultImage({ path, alt }: { path: string | null; alt: string }) {
  const t = useText();
  const [failed, setFailed] = useState<string | null>(null);
  const address = path === null ? null : fileAddress(path);
  if (address !== null && address !== failed) {
    return <img src={address} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(address)} />;
  }
  return (
    <span className="inline-flex items-center gap-1.5 rounded-md border border-line px-2 py-0.5 text-faint text-sm">
      <ImageOff aria-hidden size={14} />
      {alt || t.file.image}
      <span>· {address === null ? t.file.remoteImage : t.file.missingImage}</span>
    </span>
  );
}
