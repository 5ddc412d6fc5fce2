import { CopyButton } from './copy-button.js';

/** A command to copy. */
export function Command({ text }: { text: string }) {
  return (
    <span className="inline-flex min-w-0 items-center rounded-lg bg-panel pl-3 text-ink text-sm">
      <code className="min-w-0 break-all font-mono">{text}</code>
      <CopyButton text={text} />
    </span>
  );
}

/** A path as the shells of every system read it. */
export function quotedPath(path: string): string {
  return /^[\w./\\:~+-]+$/.test(path) ? path : `"${path}"`;
}
