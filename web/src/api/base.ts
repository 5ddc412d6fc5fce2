/** Where the page is served: `/`, or a path such as `/rappel/` behind a proxy. The manifest lies there. */
export const BASE = baseOf((globalThis as { document?: Queryable }).document);

/** An address of the page or the service, given from its root: `/inbox`. Others, `#heading`, stay as they are. */
export function withBase(address: string): string {
  return address.startsWith('/') ? BASE + address.slice(1) : address;
}

/** The reverse: the address from the root. */
export function withoutBase(pathname: string): string {
  return pathname.startsWith(BASE) ? `/${pathname.slice(BASE.length)}` : pathname;
}

interface Queryable {
  querySelector(selector: string): object | null;
}

/** Outside a browser there is no document. */
function baseOf(page: Queryable | undefined): string {
  const manifest = page?.querySelector('link[rel=manifest]') as { href: string } | null | undefined;
  return manifest == null ? '/' : new URL('.', manifest.href).pathname;
}

/** What a browser keeps for this page: another vault may be served below another path of the same address. */
export function storageKey(name: string): string {
  return BASE === '/' ? name : `${name} ${BASE}`;
}
