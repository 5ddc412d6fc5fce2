import type { Verified } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';

/** Below the title of a passage that is no longer where it was, or no longer says the same: what happened, and the way there. */
export function CitationNote({ verified }: { verified: Verified }) {
  const t = useText();
  const { status, now } = verified;
  if (status === 'unchanged') return null;
  const inVault = now?.path.replace(/^vault\//, '') ?? '';
  return (
    <p className="border-line border-t px-4 py-1.5 text-soft text-xs">
      {t.activity.since[status]}
      {now !== null && (
        <>
          {' · '}
          <Link
            href={fileHref(inVault, now.lines.split(',')[0]!)}
            className="hover:text-accent hover:underline"
          >
            {inVault}, {t.file.lines(now.lines)}
          </Link>
        </>
      )}
    </p>
  );
}
