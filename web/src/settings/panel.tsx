import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface PanelProps {
  /** The end of its address: `/settings#model`. */
  id: string;
  title: string;
  intro: string;
  children: ReactNode;
}

/** One topic of the settings. */
export function Panel({ id, title, intro, children }: PanelProps) {
  return (
    <section id={id} aria-label={title} className="mt-8 scroll-mt-16">
      <h2 className="font-semibold">{title}</h2>
      <p className="mb-3 max-w-2xl text-soft text-sm">{intro}</p>
      <div className="divide-y divide-line rounded-2xl border border-line">{children}</div>
    </section>
  );
}

/** A row of a panel: what it is, what it says, what can be done. */
export function PanelRow({
  title,
  text,
  children,
}: {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 text-sm">
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">{title}</h3>
        {text && <div className="text-soft">{text}</div>}
      </div>
      {children}
    </div>
  );
}

/** Anything else in a panel, below its row. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className="space-y-3 px-5 py-4 text-sm">{children}</div>;
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
}

export function Field({ label, hint, className = '', ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block font-medium text-faint text-xs">
        {label}
      </label>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={CONTROL}
        {...rest}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-faint text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose(value: string): void;
  disabled?: boolean;
}

export function Select({ label, value, options, onChoose, disabled }: SelectProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium text-faint text-xs">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
        className={CONTROL}
      >
        {options.map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

const CONTROL =
  'h-9 w-full min-w-0 rounded-lg border border-strong-line bg-paper px-2.5 text-sm disabled:opacity-60 pointer-coarse:h-11';
