import { FilePlus, FileText, Folder, FolderOpen, FolderPen, Image } from 'lucide-react';
import type { TreeNode } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { IconButton } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { Time } from '../ui/time.js';
import { formatTokens } from '../ui/tokens.js';
import { Breadcrumb } from './breadcrumb.js';

const MOST = 500;

export function FolderView({ node }: { node: TreeNode }) {
  const t = useText();
  const { fileAction } = useApp();
  const may = useMay();
  const children = node.children ?? [];
  return (
    <>
      <header className="mb-4 border-line border-b pb-3">
        <div className="flex min-h-8 items-center">
          <Breadcrumb path={node.path} />
          {may.write && (
            <IconButton
              label={t.file.newNote}
              onClick={() => fileAction.set({ kind: 'new', path: node.path })}
            >
              <FilePlus aria-hidden size={16} />
            </IconButton>
          )}
          {may.write && node.path !== '' && (
            <IconButton
              label={t.file.manage}
              onClick={() => fileAction.set({ kind: 'manage', path: node.path })}
            >
              <FolderPen aria-hidden size={16} />
            </IconButton>
          )}
        </div>
        <p className="mt-1 flex gap-x-3 text-faint text-xs">
          <span>{t.tokens(formatTokens(node.tokens))}</span>
          {node.changed && (
            <span>
              {t.file.updated} <Time at={node.changed} />
            </span>
          )}
        </p>
      </header>
      {children.length === 0 && <Empty icon={FolderOpen} title={t.file.emptyFolder} />}
      <ul className="-mx-2">
        {children.slice(0, MOST).map((child) => (
          <li key={child.path}>
            <Link
              href={fileHref(child.path)}
              className="flex h-10 items-center gap-3 rounded-lg px-2 text-sm hover:bg-panel"
            >
              <FileIcon node={child} />
              <bdi className="min-w-0 flex-1 truncate">{child.name}</bdi>
              <span className="text-faint text-xs tabular-nums">{formatTokens(child.tokens)}</span>
              <span className="w-24 text-right text-faint text-xs">
                {child.changed && <Time at={child.changed} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {children.length > MOST && (
        <p className="pt-2 text-faint text-sm">… {t.files(children.length - MOST)}</p>
      )}
    </>
  );
}

function FileIcon({ node }: { node: TreeNode }) {
  const Icon = node.children ? Folder : /\.(?:png|jpe?g|gif|webp)$/i.test(node.name) ? Image : FileText;
  return <Icon aria-hidden size={16} className="shrink-0 text-faint" />;
}
