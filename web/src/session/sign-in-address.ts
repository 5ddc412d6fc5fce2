/** Where people of a hub sign in, and come back from. `base` is the address of the vault, `/v/NAME/`. */
export function signInAddress(
  base: string,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string {
  const hub = base.replace(/v\/[^/]+\/$/, '');
  return `${hub}?next=${encodeURIComponent(`${pathname.slice(hub.length)}${search}`)}`;
}
