import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { slugOf } from '../../../agents/clerk/projects.js';
import { withoutControls } from '../../../service/transcripts/turns.js';
import {
  dateOf,
  type JsonRecord,
  listOf,
  parseRecord,
  textOf as rawTextOf,
  recordOf,
} from '../../../shared/loose-json.js';
import { isMarkdown } from '../../../vault/kinds.js';
import { portableName } from '../../../vault/portable-names.js';
import { fenced } from '../conversation.js';
import { createFreeNames } from '../free-names.js';
import type { ImportItem, Offer } from '../item.js';
import { orReason } from '../item.js';
import { jsonElements } from '../json-elements.js';
import { readSourceFile, type SourceFile, streamSourceFile, TOO_LARGE } from '../source-file.js';

/** What a Claude export holds beside its conversations: projects with instructions and documents, and the memory. */
export async function* projectOffers({ root, address }: SourceFile): AsyncGenerator<Offer> {
  const folder = dirname(address);
  const freeFolder = createFreeNames();
  const beside = (name: string): SourceFile => ({ root, address: join(folder, name) });
  if (existsSync(join(folder, 'projects.json')))
    yield* orReason('projects.json', projectsIn(beside('projects.json'), freeFolder));
  for (const name of namesIn(join(folder, 'projects'))) {
    const file = beside(join('projects', name));
    yield* orReason(`projects/${name}`, singleProject(file, freeFolder));
  }
  if (existsSync(join(folder, 'memories.json')))
    yield* orReason('memories.json', memoriesIn(beside('memories.json')));
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort();
}

async function* projectsIn(file: SourceFile, freeFolder: FreeName): AsyncGenerator<Offer> {
  for await (const element of jsonElements(streamSourceFile(file))) {
    const project = element === null ? null : parseRecord(element);
    if (project !== null) yield* offersOf(project, freeFolder);
    else yield { from: 'a project', skipped: element === null ? TOO_LARGE : 'its JSON is broken' };
  }
}

async function* singleProject(file: SourceFile, freeFolder: FreeName): AsyncGenerator<Offer> {
  const project = parseRecord(readSourceFile(file).toString('utf8'));
  if (project === null) yield { from: basename(file.address), skipped: 'its JSON is broken' };
  else yield* offersOf(project, freeFolder);
}

type FreeName = (name: string) => string;

function* offersOf(project: JsonRecord, freeFolder: FreeName): Generator<Offer> {
  const title = textOf(project.name) || 'Project';
  const id = textOf(project.uuid) || title;
  const [description, instructions] = [textOf(project.description), textOf(project.prompt_template)];
  const freeName = createFreeNames('description.md');
  const documents = listOf(project.docs).map((value, index) => documentOf(recordOf(value), index, freeName));
  // Every account has one that Claude wrote.
  if (project.is_starter_project === true || (description + instructions === '' && documents.length === 0)) {
    yield { from: title, skipped: 'a project without instructions or documents of yours' };
    return;
  }
  const folder = `claude/projects/${freeFolder(slugOf(title, 8))}`;
  const common = {
    kind: 'claude',
    created: dateOf(project.created_at),
    updated: dateOf(project.updated_at) ?? dateOf(project.created_at),
  };
  const parts = [
    `# ${title.replaceAll(/\s+/g, ' ')}`,
    description,
    ...(instructions === '' ? [] : [`## Instructions\n\n${instructions}`]),
    ...(documents.length === 0
      ? []
      : [`## Documents\n\n${documents.map(({ label, name }) => `- [${label}](<${name}>)`).join('\n')}`]),
  ];
  yield {
    ...common,
    from: title,
    name: `${folder}/description.md`,
    sourceId: `claude:project:${id}`,
    content: { text: `${parts.filter((part) => part !== '').join('\n\n')}\n` },
  };
  for (const document of documents)
    yield {
      ...common,
      ...document.dates,
      from: `${title}: ${document.label}`,
      name: `${folder}/${document.name}`,
      sourceId: `claude:project:${id}:${document.id}`,
      content: { text: document.text },
    } satisfies ImportItem;
}

/** The text of a document, as the export has it; what is not prose comes in a fence. */
function documentOf(record: JsonRecord, index: number, freeName: FreeName) {
  const label = (textOf(record.filename) || `document ${index + 1}`).replaceAll(/[[\]<>\n]/g, ' ');
  const base = basename(label.replaceAll('\\', '/'));
  const content = textOf(record.content);
  const isNote = isMarkdown(base) || /\.txt$/i.test(base);
  const isProse = isNote || /\.(?:pdf|docx?|rtf|odt|html?)$/i.test(base) || !base.includes('.');
  const created = dateOf(record.created_at);
  return {
    id: textOf(record.uuid) || label,
    label,
    name: freeName(portableName(isNote ? base : `${base}.md`)),
    text: isNote ? content : `# ${base}\n\n${isProse ? content : fenced(content)}\n`,
    dates: created === null ? {} : { created, updated: created },
  };
}

/** What Claude noted about the user, in all conversations and for each project. */
async function* memoriesIn(file: SourceFile): AsyncGenerator<Offer> {
  let number = 0;
  for await (const element of jsonElements(streamSourceFile(file))) {
    const record = element === null ? null : parseRecord(element);
    const memories = [
      textOf(record?.conversations_memory),
      ...Object.values(recordOf(record?.project_memories)).map(textOf),
    ].filter((text) => text.trim() !== '');
    number++;
    if (memories.length === 0) continue;
    yield {
      from: 'memories.json',
      name: 'claude/memory.md',
      kind: 'claude',
      sourceId: `claude:memory:${textOf(record?.account_uuid) || number}`,
      created: null,
      updated: null,
      content: { text: `# Claude's memory\n\n${memories.join('\n\n')}\n` },
    };
  }
}

function textOf(value: unknown): string {
  return withoutControls(rawTextOf(value));
}
