import type { ReactNode } from 'react';
import { Link } from '../frame/navigation.js';

interface SectionProps {
  /** The end of its address: `/#tasks`. */
  id?: string;
  title: string;
  /** Where everything of this kind is. */
  more?: { href: string; label: string } | undefined;
  children: ReactNode;
}

/** A part of home. */
export function Section({ id, title, more, children }: SectionProps) {
  return (
    <section id={id} className="mt-8 scroll-mt-16" aria-label={title}>
      <div className="mb-2 flex items-baseline gap-3">
        <h2 className="min-w-0 flex-1 font-semibold">{title}</h2>
        {more && (
          <Link href={more.href} className="text-faint text-sm hover:text-accent hover:underline">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
