/** A secret found in a text, without the secret itself. */
export interface Secret {
  /** The line where it starts, 1-based. */
  line: number;
  /** `OpenAI key`, `private key`, `password`. */
  what: string;
}

interface Found {
  start: number;
  end: number;
  what: string;
}

/** Finds what looks like a key, a token or a password in a text. */
export function findSecrets(text: string): Secret[] {
  let line = 1;
  let lineEnd = text.indexOf('\n');
  return locate(text).map(({ start, what }) => {
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    return { line, what };
  });
}

/** The same text with a placeholder for each secret. */
export function withoutSecrets(text: string): string {
  let kept = '';
  let from = 0;
  for (const { start, end, what } of locate(text)) {
    kept += `${text.slice(from, start)}[${what} left out]`;
    from = end;
  }
  return kept + text.slice(from);
}

/**
 * Secrets recognised by their form; a group, if only a part is secret. A text without `part` holds none: looking for it
 * first is faster where the pattern can start at any letter. Each pattern starts where none of its own
 * characters precede it, or ends where the next match starts, so that no character is examined from many starting
 * points.
 */
const SHAPES: readonly (readonly [what: string, shape: RegExp, part?: string])[] = [
  [
    'private key',
    /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN )[\s\S]){0,8000}?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  ],
  ['Anthropic key', /\bsk-ant-[\w-]{20,}/g],
  ['OpenAI key', /(?<![\w-])sk-(?=[\w-]{0,40}[A-Za-z0-9]{20})[\w-]{20,250}/g],
  ['AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})/g],
  ['GitLab token', /\bglpat-[\w-]{20,}/g],
  ['Slack token', /\bxox[abeoprs]-[\w-]{10,}/g],
  ['Google key', /\bAIza[\w-]{35}/g],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{16,}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/g],
  ['token', /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
  [
    'password in an address',
    /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,100}:([^\s:@/]{3,100})@/g,
    '://',
  ],
];

/** The number of a payment card; its last digit checks the others. */
const CARD = /(?<![\d.,-])(?:\d{4}[ -]?){3}\d{1,7}(?![\d.,-]*\d)/g;

/**
 * Secrets recognised by the word before them: `password: …`, `mot de passe : …`, `API_KEY=…`, `the password of the NAS
 * is …`, `password …`.
 */
const NAMED =
  /(?<![A-Za-z])(pass(?:word|wd|phrase)|mot de passe|mdp|(?:api|secret|access|auth|private)[_ -]?(?:key|token)|client[_ -]?secret|secret|token|clé (?:d'|d’)?api)(?![A-Za-z])["'`*]{0,3}(?:\s{0,3}(?:[:=]|is |est )|\s(?=\S{0,60}\d)|\s[^\n.;:=]{1,40}?(?:\s?[:=]|\s(?:is|est))\s)\s{0,3}["'`]{0,3}([^\s"'`,;<>()[\]{}]{8,200})/gi;

function locate(text: string): Found[] {
  const found: Found[] = [];
  for (const [what, shape, part] of SHAPES) {
    if (part !== undefined && !text.includes(part)) continue;
    for (const match of text.matchAll(shape)) {
      const value = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      if (!isExample(value)) found.push({ start, end: start + value.length, what });
    }
  }
  for (const match of text.matchAll(CARD))
    if (isCardNumber(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, what: 'card number' });
  for (const match of text.matchAll(NAMED)) {
    const value = match[2]!;
    if (!looksSecret(value)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ start, end: start + value.length, what: /pass|mdp/i.test(match[1]!) ? 'password' : 'key' });
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  // If two overlap, the first one wins.
  let end = -1;
  return found.filter((secret) => {
    if (secret.start < end) return false;
    end = secret.end;
    return true;
  });
}

/** Letters and digits mixed, as people and programs make them; not a word, a path or a variable. */
function looksSecret(value: string): boolean {
  if (isExample(value) || /^(?:\$|%|\/|~|\.|https?:|process\.|os\.|env[.:[])/i.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 6;
}

/** The Luhn checksum, of a number that starts like those of cards. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || !/^[3-6]/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Placeholders, as documentation writes them. */
function isExample(value: string): boolean {
  return /x{4,}|\*{3,}|\.{3}|…|example|exemple|your[_-]|placeholder|changeme|redacted|1234567890/i.test(
    value,
  );
}
