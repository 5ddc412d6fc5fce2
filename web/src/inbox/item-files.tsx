import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { fileAddress } from '../api/file-address.js';
import { fileQuery } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { Markdown } from '../markdown/markdown.js';

const MOST_SHOWN = 4_000;

/** The original input, untouched. */
export function ItemFiles({ files }: { files: readonly string[] }) {
  const t = useText();
  const originals = files
    .map((path) => path.replace(/^vault\//, ''))
    .filter((path) => !/\/review\.md$/.test(path));
  if (originals.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-medium text-faint text-sm">{t.inbox.original}</h2>
      <div className="space-y-3">
        {originals.map((path) => (
          <div key={path} className="overflow-hidden rounded-xl bg-panel">
            <OriginalFile path={path} />
          </div>
        ))}
      </div>
    </section>
  );
}

function OriginalFile({ path }: { path: string }) {
  const name = path.split('/').at(-1)!;
  if (/\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
    return (
      <Link href={fileHref(path)} className="block p-3">
        <img src={fileAddress(path)} alt={name} className="max-h-72 rounded-lg" />
      </Link>
    );
  }
  return <OriginalText path={path} name={name} />;
}

function OriginalText({ path, name }: { path: string; name: string }) {
  const { data: text } = useQuery(fileQuery(path));
  const { body } = splitFile(text ?? '');
  return (
    <>
      {body !== '' && (
        <div className="prose prose-small max-h-96 overflow-y-auto px-4 pt-3">
          <Markdown text={body.slice(0, MOST_SHOWN)} path={path} />
          {body.length > MOST_SHOWN && <p>…</p>}
        </div>
      )}
      <Link
        href={fileHref(path)}
        className="flex items-center gap-1.5 px-4 pt-2 pb-3 text-faint text-xs hover:text-accent hover:underline"
      >
        <FileText aria-hidden size={13} /> {name}
      </Link>
    </>
  );
}
