/** What a node may hold; null and false are left out. */
type Child = Node | string | null | false;

/** A part of the page. Properties are those of the element; `role` and `aria-…` are attributes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> & { className?: string } = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

const BUTTON =
  'inline-flex items-center justify-center gap-1.5 rounded-xl px-3 font-medium transition-colors disabled:opacity-50';
const LOOKS = {
  solid: `${BUTTON} min-h-11 w-full bg-accent text-on-accent hover:opacity-90`,
  outline: `${BUTTON} min-h-11 w-full border border-strong-line bg-raised text-ink hover:bg-hover`,
  small: `${BUTTON} min-h-8 shrink-0 rounded-lg text-sm text-soft hover:bg-hover hover:text-ink`,
};

export function button(
  look: keyof typeof LOOKS,
  text: string,
  act: (() => Promise<unknown>) | null = null,
): HTMLButtonElement {
  const made = make('button', { className: LOOKS[look], type: act === null ? 'submit' : 'button' }, text);
  if (act !== null) made.onclick = () => void act();
  return made;
}

export function link(look: keyof typeof LOOKS, text: string, href: string): HTMLAnchorElement {
  return make('a', { className: LOOKS[look], href }, text);
}

export function field(
  label: string,
  properties: Partial<HTMLInputElement>,
): { row: HTMLElement; input: HTMLInputElement } {
  const input = make('input', {
    className: 'mt-1 h-11 w-full rounded-xl border border-strong-line bg-raised px-3.5 font-normal',
    required: true,
    ...properties,
  });
  return { input, row: make('label', { className: 'block font-medium text-sm' }, label, input) };
}

export function choice(label: string, values: readonly (readonly [string, string])[]) {
  const input = make(
    'select',
    { className: 'mt-1 h-11 w-full rounded-xl border border-strong-line bg-raised px-3 font-normal' },
    ...values.map(([value, text]) => make('option', { value }, text)),
  );
  return { input, row: make('label', { className: 'block font-medium text-sm' }, label, input) };
}

/** A control whose name shows nowhere beside it. */
export function labelled<Control extends HTMLElement>(control: Control, name: string): Control {
  control.setAttribute('aria-label', name);
  return control;
}

export function title(text: string): HTMLElement {
  return make('h1', { className: 'mt-5 font-semibold text-xl tracking-tight' }, text);
}

export function heading(text: string): HTMLElement {
  return make('h2', { className: 'mt-8 mb-2 font-semibold' }, text);
}

/** What went wrong, or well; read out when it appears. */
export function notice(): { row: HTMLElement; show(text: string): void } {
  const row = make('p', { className: 'text-sm', role: 'alert' });
  return {
    row,
    show(text) {
      row.textContent = text;
    },
  };
}

/** A form whose buttons rest while it sends. */
export function form(submit: () => Promise<void>, ...children: Child[]): HTMLFormElement {
  const made = make('form', { className: 'mt-6 flex flex-col gap-3' }, ...children);
  made.onsubmit = (event) => {
    event.preventDefault();
    const buttons = [...made.querySelectorAll('button')];
    for (const one of buttons) one.disabled = true;
    void submit().finally(() => {
      for (const one of buttons) one.disabled = false;
    });
  };
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Rappel's logo. */
export function mark(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const rect = document.createElementNS(SVG, 'rect');
  const path = document.createElementNS(SVG, 'path');
  const set = (element: Element, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  };
  set(svg, { viewBox: '0 0 32 32', width: '22', height: '22', 'aria-hidden': 'true' });
  set(rect, { width: '32', height: '32', rx: '8', class: 'fill-accent' });
  set(path, {
    d: 'M10 23V9h7.2a4.6 4.6 0 0 1 0 9.2H10m6.2 0L21.5 23',
    fill: 'none',
    class: 'stroke-on-accent',
    'stroke-width': '2.6',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
  svg.append(rect, path);
  return svg;
}
