/** What a file is, by its path inside the vault (without the leading `vault/`). */
export type FileKind =
  | 'overview'
  | 'tree'
  | 'profile'
  | 'tasks'
  | 'changelog'
  | 'state'
  | 'description'
  | 'bucket'
  | 'inbox'
  | 'other';

export function kindOf(path: string): FileKind {
  if (path === 'inbox' || path.startsWith('inbox/')) return 'inbox';
  if (path.startsWith('bucket/') || path.includes('/bucket/')) return 'bucket';
  if (isOneOf(path, ['overview.md', 'tree.md', 'profile.md'])) return stem(path) as FileKind;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (isOneOf(name, ['tasks.md', 'changelog.md', 'state.md', 'description.md']))
    return stem(name) as FileKind;
  return 'other';
}

/** Whether a file of this kind says what is true now, in a form of its own. */
export function isStructured(kind: FileKind): boolean {
  return kind === 'state' || kind === 'description' || kind === 'tasks' || kind === 'profile';
}

/** The five files that every vault has; they can't be moved or deleted. */
export const ROOT_FILES = ['overview.md', 'tree.md', 'profile.md', 'tasks.md', 'changelog.md'] as const;

/** Only Markdown carries stamps. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** A name that suggests text; the content decides. */
export function hasTextName(path: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(path);
}

/** The images that models take, by the ending of their name; a new one gets the first ending of its type. */
const IMAGE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;

export type ImageType = (typeof IMAGE_TYPES)[keyof typeof IMAGE_TYPES];

/** The type of image that a name suggests, or null; the content decides. */
export function imageTypeOf(path: string): ImageType | null {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(IMAGE_TYPES, ending) ? IMAGE_TYPES[ending as keyof typeof IMAGE_TYPES] : null;
}

export function hasImageName(path: string): boolean {
  return imageTypeOf(path) !== null;
}

export function imageEnding(mediaType: string): string {
  return Object.entries(IMAGE_TYPES).find(([, type]) => type === mediaType)?.[0] ?? 'bin';
}

function isOneOf(name: string, names: readonly string[]): boolean {
  return names.includes(name);
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}
