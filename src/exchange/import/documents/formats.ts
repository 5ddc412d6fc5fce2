import type { FormatName } from './document.js';

/** A kind of document that becomes a note. */
export interface Format {
  name: FormatName;
  /** For a person: `Word document`. */
  label: string;
  /** True if the file itself is copied too, because the note can't hold all of it. */
  isKept: boolean;
  endings: RegExp;
}

export const MAIL: Format = {
  name: 'mail',
  label: 'Mail message',
  isKept: false,
  endings: /\.eml$/i,
};

export const FORMATS: readonly Format[] = [
  { name: 'pdf', label: 'PDF', isKept: true, endings: /\.pdf$/i },
  {
    name: 'docx',
    label: 'Word document',
    isKept: true,
    endings: /\.docx$/i,
  },
  {
    name: 'html',
    label: 'Web page',
    isKept: false,
    endings: /\.(?:html?|xhtml)$/i,
  },
  MAIL,
];

/** The endings that give way to `.md`. */
export const BECOME_NOTES = ['html', 'htm', 'xhtml', 'eml'] as const;

export function formatOf(name: string): Format | null {
  return FORMATS.find(({ endings }) => endings.test(name)) ?? null;
}

/** The name of the note that a document becomes: `plan.html` → `plan.md`, `plan.pdf` → `plan.pdf.md`. */
export function noteName(name: string, { isKept, endings }: Format): string {
  return isKept ? `${name}.md` : name.replace(endings, '.md');
}
