import { Code, Eye, FolderPen, History, PencilLine } from 'lucide-react';
import { useMemo } from 'react';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { useMay } from '../session/role.js';
import { IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Time } from '../ui/time.js';
import { formatTokens } from '../ui/tokens.js';
import { Breadcrumb } from './breadcrumb.js';

interface FileHeaderProps {
  path: string;
  text?: string;
  raw?: boolean;
  onRaw?(raw: boolean): void;
  onEdit?(): void;
}

/** Breadcrumb, what can be done, and the frontmatter as one quiet line. */
export function FileHeader({ path, text, raw = false, onRaw, onEdit }: FileHeaderProps) {
  const t = useText();
  const { fileAction } = useApp();
  const may = useMay();
  const { fields } = useMemo(() => splitFile(text?.slice(0, 20_000) ?? ''), [text]);
  const value = (key: string) => fields.find((field) => field.key === key)?.value;
  const [created, updated, tokens, about] = ['created', 'updated', 'tokens', 'about'].map(value);
  const others = fields.filter(({ key }) => !['created', 'updated', 'tokens', 'about'].includes(key));
  return (
    <header className="mb-6 border-line border-b pb-3">
      <div className="flex min-h-8 flex-wrap items-start gap-x-2">
        <div className="min-w-0 flex-1 basis-full pt-1.5 sm:basis-0">
          <Breadcrumb path={path} />
        </div>
        <div className="-ml-3 flex shrink-0 items-center sm:ml-0">
          {onEdit && may.write && (
            <IconButton label={t.file.edit} onClick={onEdit}>
              <PencilLine aria-hidden size={16} />
            </IconButton>
          )}
          {onRaw && text !== undefined && (
            <button
              type="button"
              aria-pressed={raw}
              aria-label={t.file.raw}
              title={raw ? t.file.rendered : t.file.raw}
              onClick={() => onRaw(!raw)}
              className="inline-flex size-8 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink pointer-coarse:size-10"
            >
              {raw ? <Eye aria-hidden size={16} /> : <Code aria-hidden size={16} />}
            </button>
          )}
          {may.write && (
            <IconButton label={t.file.manage} onClick={() => fileAction.set({ kind: 'manage', path })}>
              <FolderPen aria-hidden size={16} />
            </IconButton>
          )}
          <Link
            href={`/history?path=${encodeURIComponent(path)}`}
            aria-label={t.file.history}
            title={t.file.history}
            className="inline-flex size-8 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
          >
            <History aria-hidden size={16} />
          </Link>
          {text !== undefined && <CopyButton text={text} label={t.file.copy} />}
        </div>
      </div>
      {(updated || created || tokens) && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-faint text-xs">
          {updated && (
            <span>
              {t.file.updated} <Time at={updated} />
            </span>
          )}
          {created && (
            <span>
              {t.file.created} <Time at={created} style="day" />
            </span>
          )}
          {tokens && /^\d+$/.test(tokens) && <span>{t.tokens(formatTokens(Number(tokens)))}</span>}
          {others.slice(0, 6).map(({ key, value: shown }) => (
            <span key={key} className="max-w-64 truncate">
              {key}: {shown}
            </span>
          ))}
        </p>
      )}
      {about && <p className="mt-1 max-w-2xl text-faint text-sm italic">{about}</p>}
    </header>
  );
}
