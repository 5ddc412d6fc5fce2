import { RappelError } from '../shared/errors.js';
import { imageEnding } from '../vault/kinds.js';

export interface InputImage {
  name: string;
  media_type: string;
  bytes: Buffer;
}

/**
 * The text and the images of an update, which the tools of its own run read as files under `input/`. They are no files
 * of the vault: no other run, search or tree sees them, and a folder of that name in the vault is `vault/input/`.
 */
export interface InputFiles {
  readonly text: string;
  readonly images: readonly InputImage[];
  /** What the run has filed: some or all of the text, and which images. */
  readonly kept: Set<InputImage | 'text'>;
  /** How many lines of the text the run was shown at its start, where that is a part of them. */
  beginning: number;
}

export const INPUT_FOLDER = 'input/';
export const INPUT_TEXT = `${INPUT_FOLDER}text.md`;

export function createInputFiles(text: string, images: readonly InputImage[]): InputFiles {
  return { text, images, kept: new Set(), beginning: 0 };
}

export function inputImagePath({ images }: InputFiles, image: InputImage): string {
  return `${INPUT_FOLDER}image-${images.indexOf(image) + 1}.${imageEnding(image.media_type)}`;
}

/** A file of the input: a text, or an image for the model. */
export type InputFile =
  | { shown: string; text: string; beginning: number }
  | { shown: string; image: { path: string; media_type: string; bytes: Buffer } };

/** What a path names in the input, the whole folder included; null if it names nothing there. */
export function inputFilesAt(input: InputFiles | undefined, path: string): InputFile[] | null {
  if (input === undefined || !path.startsWith('input')) return null;
  const images = input.images.map((image) => {
    const shown = inputImagePath(input, image);
    return { shown, image: { path: shown, media_type: image.media_type, bytes: image.bytes } };
  });
  const texts =
    input.text.trim() === '' ? [] : [{ shown: INPUT_TEXT, text: input.text, beginning: input.beginning }];
  const files = [...texts, ...images];
  if (path === INPUT_FOLDER || `${path}/` === INPUT_FOLDER) return files;
  const found = files.filter(({ shown }) => shown === path);
  return found.length === 0 ? null : found;
}

/** The input of this run. Throws `not_found` for a session without one. */
export function requireInput(input: InputFiles | undefined): InputFiles {
  if (input !== undefined) return input;
  throw new RappelError('not_found', 'keep.no_input');
}
