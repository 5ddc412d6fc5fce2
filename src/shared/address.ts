/**
 * An address as it may be shown: without user, password, query and fragment, which may hold secrets. What can't be read as
 * an address is shown only where it can't hold a password.
 */
export function showAddress(url: string): string {
  if (!isHttp(url)) return url.includes('@') ? '(not shown)' : url;
  const { origin, pathname } = new URL(url);
  return origin + (pathname === '/' && !url.endsWith('/') ? '' : pathname);
}

/** The same for every address in a text that another program wrote. */
export function hideCredentials(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s"'<>]+/gi, showAddress);
}

/** What is expected in place of this endpoint's address; null if it can be used and kept. */
export function addressProblem(url: string): string | null {
  if (!isHttp(url)) return 'an address like http://localhost:11434/v1';
  const { username, password } = new URL(url);
  return username === '' && password === ''
    ? null
    : 'an address without user and password; give a key instead (rappel setup, or the environment)';
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
