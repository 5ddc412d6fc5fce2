import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A place with nothing in it yet, and what would bring something. */
export function Empty({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex animate-arrive flex-col items-center px-4 py-16 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-2xl bg-panel text-faint">
        <Icon aria-hidden size={22} />
      </span>
      <p className="font-medium">{title}</p>
      {children && <div className="mt-1 max-w-sm text-sm text-soft">{children}</div>}
    </div>
  );
}
