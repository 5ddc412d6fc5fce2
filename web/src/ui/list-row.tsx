import type { LucideIcon } from 'lucide-react';
import { Link } from '../frame/navigation.js';
import { Time } from './time.js';

interface ListRowProps {
  href: string;
  icon: LucideIcon;
  colour: string;
  title: string;
  note: string;
  at: string | number;
  style?: 'ago' | 'clock';
}

/** A note, a question or an entry in a list: what it is about, one line about it, and when. */
export function ListRow({ href, icon: Icon, colour, title, note, at, style = 'ago' }: ListRowProps) {
  return (
    <Link href={href} className="-mx-3 flex items-start gap-3 rounded-lg px-3 py-3 hover:bg-panel">
      <Icon aria-hidden size={16} className={`mt-1 shrink-0 ${colour}`} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2">{title}</span>
        <span className="block truncate text-faint text-sm">{note}</span>
      </span>
      <span className="shrink-0 pt-0.5 text-faint text-xs">
        <Time at={at} style={style} />
      </span>
    </Link>
  );
}
