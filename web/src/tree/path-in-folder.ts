/** Where a file or folder goes that is put into a folder; null where it is there already, or would go into itself. */
export function pathInFolder(path: string, folder: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const to = folder === '' ? name : `${folder}/${name}`;
  return to === path || `${to}/`.startsWith(`${path}/`) ? null : to;
}
