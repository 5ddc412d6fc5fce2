import { ChevronRight } from 'lucide-react';

interface DisclosureProps {
  open: boolean;
  onToggle(): void;
  label: string;
  /** The id of what it opens, while that is drawn. */
  controls?: string;
}

/** Opens and closes what is below it. */
export function Disclosure({ open, onToggle, label, controls }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={label}
      onClick={onToggle}
      className="flex size-9 shrink-0 items-center justify-center text-faint hover:text-ink"
    >
      <ChevronRight aria-hidden size={15} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
    </button>
  );
}
