import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '../frame/title.js';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
}

/** A view that has nothing to show: the tab says so too. */
export function EmptyView(props: EmptyProps) {
  useTitle(props.title);
  return <Empty {...props} />;
}

/** A place with nothing in it yet, and what would bring something. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
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
