import type { ReactNode } from 'react';

export function PageTitle({
  children,
  intro,
  aside,
}: {
  children: ReactNode;
  intro?: string;
  aside?: ReactNode;
}) {
  return (
    <header className="mb-5">
      <div className="flex min-h-8 items-center gap-3">
        <h1 className="min-w-0 flex-1 font-semibold text-xl tracking-tight">{children}</h1>
        {aside}
      </div>
      {intro && <p className="text-faint text-sm">{intro}</p>}
    </header>
  );
}
