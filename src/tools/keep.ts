import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { splitFrontmatter } from '../vault/frontmatter.js';
import { hasImageName, hasTextName, imageEnding, isMarkdown } from '../vault/kinds.js';
import { type LineRange, parseRanges, pastEnd } from '../vault/line-ranges.js';
import { rawLines } from '../vault/lines.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import type { Vault } from '../vault/vault.js';
import { defineTool, textResult } from './define-tool.js';
import { requirePortable, writablePlace } from './guards.js';
import { INPUT_TEXT, type InputFiles, type InputImage, requireInput } from './input-files.js';
import { optional, pathInput } from './parse-input.js';

/** Files the input of the run, byte for byte. Only the update agent has it: other sessions have no input. */
export const keep = defineTool({
  name: 'keep',
  hints: { readOnly: false, destructive: false, idempotent: false },
  input: () =>
    z.strictObject({
      to: pathInput(),
      lines: optional(
        z.string('lines of the input, like "9-14" or "1-8,20-31", or null for all of it'),
        null,
      ),
    }),
  run({ to, lines }, { vault, session, input: given }) {
    const input = requireInput(given);
    const images = input.images.filter((image) => !input.kept.has(image));
    const isText = input.text.trim() !== '' && !hasImageName(to);
    if (!isText && images.length === 0) throw nothingLeft(to);
    const { path } = isText
      ? writablePlace(vault, hasTextName(to) || to.endsWith('/') ? to : `${to}.md`)
      : vault.resolve(to);
    const places = imagePlaces(vault, path.replace(/\.[^./]+$/, ''), images);
    const filed: VaultPath[] = [];
    if (isText) {
      session.saw(path, keepText(vault, path, partOf(input, lines)));
      filed.push(path);
      input.kept.add('text');
    }
    filed.push(...createImages(vault, places, images));
    for (const image of images) input.kept.add(image);
    return textResult(`kept ${filed.map((path) => showPath(path)).join(', ')}`);
  },
});

/**
 * Files a text as it came; refuses to overwrite. Above it stands the frontmatter of the vault (with `fields`, whole
 * lines of YAML); a frontmatter that the text brings along stays part of the text. Returns the file.
 */
export function keepText(vault: Vault, path: VaultPath, text: string, fields = ''): string {
  const place = vault.locate(path);
  if (place.kind !== 'missing') throw taken(path);
  const hasOwn = isMarkdown(path) && (fields !== '' || splitFrontmatter(text).yaml !== null);
  return vault.save(place, () => (hasOwn ? `---\n${fields}---\n\n${text}` : text)).after;
}

/** The text that `keepText` filed. */
export function keptText(file: string): string {
  const { head, body } = splitFrontmatter(file);
  return head === '' ? body : body.replace(/^\r?\n/, '');
}

/** Files images as they came, as `stem.png`, or `stem-1.png`, `stem-2.jpg` …; refuses to overwrite. */
export function keepImages(vault: Vault, stem: VaultPath, images: readonly InputImage[]): VaultPath[] {
  return createImages(vault, imagePlaces(vault, stem, images), images);
}

function imagePlaces(vault: Vault, stem: string, images: readonly InputImage[]): Place[] {
  return images.map(({ media_type }, index) => {
    const number = images.length > 1 ? `-${index + 1}` : '';
    const place = vault.resolve(`${stem}${number}.${imageEnding(media_type)}`);
    if (place.kind !== 'missing') throw taken(place.path);
    requirePortable(vault, place);
    return place;
  });
}

function createImages(vault: Vault, places: readonly Place[], images: readonly InputImage[]): VaultPath[] {
  for (const [index, place] of places.entries()) vault.create(place, images[index]!.bytes);
  return places.map(({ path }) => path);
}

/** The whole text, or some of its lines with their ends. */
function partOf({ text }: InputFiles, lines: string | null): string {
  if (lines === null || lines === '') return text;
  const all = rawLines(text);
  const ranges = parseRanges(lines);
  if (ranges === null) throw badRange(lines);
  const outside = ranges.find(({ first }) => first > all.length);
  if (outside !== undefined) throw pastEnd(INPUT_TEXT, outside.first, all.length);
  const part = ({ first, last }: LineRange) => all.slice(first - 1, last).map(({ text, end }) => text + end);
  return ranges.flatMap(part).join('');
}

function badRange(lines: string): RappelError {
  const given = JSON.stringify(lines.slice(0, 40));
  return new RappelError('bad_range', 'keep.bad_lines', { given });
}

function taken(path: VaultPath): RappelError {
  return new RappelError('exists', 'keep.exists', { path: showPath(path) });
}

function nothingLeft(to: string): RappelError {
  const reason = hasImageName(to) ? 'keep.no_images_left' : 'keep.no_text';
  return new RappelError('invalid_input', reason, { path: INPUT_TEXT });
}
