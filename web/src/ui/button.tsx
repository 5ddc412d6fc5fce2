import type { ButtonHTMLAttributes } from 'react';

type Look = 'plain' | 'outline' | 'solid';

const LOOKS: Record<Look, string> = {
  plain: 'text-soft hover:bg-hover hover:text-ink',
  outline: 'border border-strong-line bg-raised text-ink hover:bg-hover',
  solid: 'bg-accent text-on-accent hover:opacity-90',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
}

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** The same look for links. */
export function buttonClass(look: Look, className = ''): string {
  return `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-lg px-2.5 text-sm font-medium transition-colors disabled:opacity-50 ${LOOKS[look]} ${className}`;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
}

/** A button that is an icon: its name is read out and shown on hover. */
export function IconButton({ label, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-50 pointer-coarse:size-10 ${className}`}
      {...rest}
    />
  );
}
