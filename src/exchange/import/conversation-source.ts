import { basename } from 'node:path';
import { MOST_FILE_BYTES } from '../../service/history/differences.js';
import type { LogFacts } from '../../service/transcripts/log-facts.js';
import type { Turn } from '../../service/transcripts/turns.js';
import { type JsonRecord, parseRecord } from '../../shared/loose-json.js';
import { conversationItem } from './conversation.js';
import { createCount, type Offer } from './item.js';
import { jsonElements } from './json-elements.js';
import { jsonLines } from './json-lines.js';
import { type SourceFile, streamSourceFile, TOO_LARGE } from './source-file.js';
import { defineSource } from './source-kind.js';

interface ConversationSource {
  /** What its files carry as `source` in their frontmatter. */
  name: string;
  /** As people know it. */
  product: string;
  detect(record: JsonRecord): boolean;
}

/** An export with many conversations, one JSON record each. */
export function exportSource({
  name,
  product,
  detect,
  open,
}: ConversationSource & {
  /** Called with the first file of the export. `first` comes before all conversations, `last` after them. */
  open(file: SourceFile): {
    first?: Iterable<Offer> | AsyncIterable<Offer>;
    offersOf(record: JsonRecord): Offer[];
    last?(): Iterable<Offer>;
  };
}) {
  async function* offersIn(
    file: SourceFile,
    offersOf: (record: JsonRecord) => Offer[],
  ): AsyncGenerator<Offer> {
    let number = 0;
    for await (const element of jsonElements(streamSourceFile(file))) {
      number++;
      const record = element === null ? null : parseRecord(element);
      if (record !== null) yield* offersOf(record);
      else
        yield {
          from: `conversation ${number}`,
          skipped: element === null ? TOO_LARGE : 'its JSON is broken',
        };
    }
  }
  return defineSource({
    label: `${product} export`,
    names: [name],
    isComplete: () => true,
    form: 'export',
    detect: ({ record }) => detect(record),
    read: ({ files }) =>
      async function* () {
        const { first = [], offersOf, last } = open(files[0]!);
        yield* first;
        for (const file of files) yield* offersIn(file, offersOf);
        yield* last?.() ?? [];
      },
  });
}

/** The log of one session: the messages, and each tool call in one line without its result. */
export function logSource({
  name,
  product,
  detect,
  read,
}: ConversationSource & {
  /** Notes what a record says about the session, and returns its turn; null if it has none. */
  read(record: JsonRecord, facts: LogFacts): Turn | null;
}) {
  async function conversationIn(file: SourceFile): Promise<Offer> {
    const count = createCount();
    const facts: LogFacts = { id: '', title: '', folder: '', created: null, count };
    const turns: Turn[] = [];
    const from = basename(file.address);
    let size = 0;
    for await (const record of jsonLines(file)) {
      if (record === null) facts.count.add('lines of more than 50 MB');
      const turn = record === null ? null : read(record, facts);
      if (turn === null || turn.text === '') continue;
      turns.push(turn);
      size += turn.text.length;
      if (size > MOST_FILE_BYTES) return { from, skipped: TOO_LARGE };
    }
    if (turns.length === 0) return { from, skipped: 'an empty conversation' };
    return conversationItem({
      kind: name,
      product,
      id: facts.id || basename(file.address, '.jsonl'),
      title: facts.title,
      created: facts.created ?? turns[0]!.time,
      updated: turns.at(-1)!.time,
      ...(facts.folder !== '' && { folder: facts.folder }),
      leftOut: count.all,
      turns,
    });
  }
  return defineSource({
    label: `${product} session`,
    names: [name],
    form: 'log',
    detect: ({ record }) => detect(record),
    read: ({ file }) =>
      async function* () {
        yield await conversationIn(file);
      },
  });
}
