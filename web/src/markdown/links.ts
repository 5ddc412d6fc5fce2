/** Where a link in a file of the vault leads. */
type Target =
  | { kind: 'vault'; path: string; hash: string }
  | { kind: 'web'; href: string }
  | { kind: 'within'; hash: string }
  | { kind: 'nowhere' };

/** `path` is the file that holds the link. Nothing but the vault, the web and mail is followed. */
export function targetOf(href: string | undefined, path: string): Target {
  const given = (href ?? '').trim();
  if (given === '') return { kind: 'nowhere' };
  if (given.startsWith('#')) return { kind: 'within', hash: given };
  if (/^(?:https?|mailto):/i.test(given)) return { kind: 'web', href: given };
  if (/^[a-z][a-z\d+.-]*:/i.test(given) || given.startsWith('//') || given.includes('\\'))
    return { kind: 'nowhere' };
  const [address = '', hash] = given.split('#', 2);
  const inVault = resolve(decoded(address.replace(/\?.*$/, '')), path);
  if (inVault === null) return { kind: 'nowhere' };
  return { kind: 'vault', path: inVault, hash: hash === undefined ? '' : `#${hash}` };
}

/** Null where it would leave the vault. */
function resolve(address: string, path: string): string | null {
  const fromRoot = /^(?:\/|vault\/)/.test(address);
  const start = fromRoot ? [] : path.split('/').slice(0, -1);
  const parts = [...start];
  for (const part of address
    .replace(/^\//, '')
    .replace(/^vault\//, '')
    .split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.length === 0) return null;
      parts.pop();
    } else parts.push(part);
  }
  return parts.some((part) => part.startsWith('.') || part.includes('\0')) ? null : parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
