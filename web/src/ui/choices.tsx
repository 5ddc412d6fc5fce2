import { type ReactNode, useId } from 'react';

interface ChoicesProps<Value extends string> {
  name: ReactNode;
  /** What the choice is about. */
  children?: ReactNode;
  chosen: Value;
  onChoose(value: Value): void;
  options: readonly (readonly [Value, string])[];
}

/** One of a few, all in sight. */
export function Choices<Value extends string>({
  name,
  children,
  chosen,
  onChoose,
  options,
}: ChoicesProps<Value>) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-faint text-xs">{name}</legend>
      {children}
      <div className="flex rounded-lg bg-panel p-0.5">
        {options.map(([value, label]) => (
          <label key={value} className="relative flex-1 cursor-pointer">
            <input
              type="radio"
              name={group}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="peer sr-only"
            />
            <span className="flex h-7 items-center justify-center rounded-md text-soft peer-checked:bg-raised peer-checked:font-medium peer-checked:text-ink peer-checked:shadow-sm peer-focus-visible:outline-2 peer-focus-visible:outline-accent pointer-coarse:h-10">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
