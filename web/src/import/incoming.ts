/** A file that is to be imported, with its path below what was chosen or dropped. */
export interface IncomingFile {
  path: string;
  file: File;
}

/** Files that were chosen; those of a folder know their path in it. */
export function chosenFiles(files: readonly File[]): IncomingFile[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => isVisible(path));
}

/**
 * What was dropped, folders with everything in them. To be called while the drop is handled: afterwards the browser has
 * forgotten it.
 */
export function droppedFiles(transfer: DataTransfer): Promise<IncomingFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Promise.resolve(chosenFiles([...transfer.files]));
  return filesIn(entries, '');
}

async function filesIn(entries: readonly FileSystemEntry[], above: string): Promise<IncomingFile[]> {
  const found: IncomingFile[] = [];
  for (const entry of entries) {
    const path = above + entry.name;
    if (!isVisible(path)) continue;
    if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    else if (isFolder(entry)) found.push(...(await filesIn(await childrenOf(entry), `${path}/`)));
  }
  return found;
}

/** Hidden files are not notes. */
function isVisible(path: string): boolean {
  return !path.split('/').some((segment) => segment.startsWith('.'));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser lists a folder in parts. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}
