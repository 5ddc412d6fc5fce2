import type { JsonRecord } from '../../shared/loose-json.js';
import type { Offer } from './item.js';
import type { FoundFile } from './notes/walk-folder.js';
import type { SourceFile } from './source-file.js';

/** What was found at a path, as much as is needed to tell its kind. `path` is what the user named. */
export type SourceMaterial =
  | { form: 'folder'; path: string; folder: string }
  | { form: 'file'; path: string; file: FoundFile }
  /** JSON files with conversations: a large export comes in several. `record` is the first one. */
  | { form: 'export'; path: string; files: readonly SourceFile[]; record: JsonRecord }
  /** A file with one JSON record a line. `record` is one of the first. */
  | { form: 'log'; path: string; file: SourceFile; record: JsonRecord };

type Of<Form> = Extract<SourceMaterial, { form: Form }>;
/** Everything in a source, in the same order at every call: it is read once to plan and once to write. */
type Read = () => AsyncIterable<Offer>;
/** Reads a session log that is met in a folder. */
type ReadLog = (file: FoundFile) => Promise<Offer>;

interface About {
  /** For a person: `ChatGPT export`. */
  label: string;
  /** The values that its files may carry as `source` in their frontmatter. */
  names: readonly string[];
  /** Whether it has everything that its program holds: what an earlier export brought and this one lacks was deleted. */
  isComplete?(path: string): boolean;
}

export interface ImportSourceKind extends About {
  /** Null if the material is of another kind. */
  open(material: SourceMaterial, readLog: ReadLog): Read | null;
}

/**
 * A kind of source. To add one, write a file in `sources/` and name it in `sources.ts`. The preview needs no code of its
 * own: it plans from the same offers that the import writes.
 */
export function defineSource<Form extends SourceMaterial['form']>(
  kind: About & {
    form: Form;
    detect(material: Of<Form>): boolean;
    read(material: Of<Form>, readLog: ReadLog): Read;
  },
): ImportSourceKind {
  const isForm = (material: SourceMaterial): material is Of<Form> => material.form === kind.form;
  return {
    ...kind,
    open: (material, readLog) =>
      isForm(material) && kind.detect(material) ? kind.read(material, readLog) : null,
  };
}
