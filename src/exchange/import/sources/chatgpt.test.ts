import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import { readSource, zipWith } from '../../../../test/support/import-sources.js';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import type { ImportItem, Offer } from '../item.js';
import { openSource } from '../open-source.js';

const TIME = 1_783_000_000;

interface Message {
  role: 'user' | 'assistant' | 'tool';
  content: object;
  metadata?: object;
}

/** A conversation as exports of 2026 have it: messages name their parent and nothing else. */
function conversation(id: string, messages: Message[]) {
  const nodes = messages.map(({ role, content, metadata = {} }, at) => ({
    id: `m${at}`,
    parent: at === 0 ? null : `m${at - 1}`,
    message: { id: `m${at}`, author: { role }, create_time: TIME + 60 * at, content, metadata },
  }));
  const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]));
  return { title: id, conversation_id: id, create_time: TIME, current_node: nodes.at(-1)!.id, mapping };
}

const text = (said: string) => ({ content_type: 'text', parts: [said] });
const image = (id: string) => ({ content_type: 'image_asset_pointer', asset_pointer: `sediment://${id}` });

async function offersIn(files: Record<string, object | Buffer>): Promise<Offer[]> {
  const folder = tempFolder();
  mkdirSync(join(folder, 'user'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
  const source = await openSource(folder);
  const offers: Offer[] = [];
  for await (const offer of source.offers()) offers.push(offer);
  return offers;
}

const skipped = (offers: Offer[]) => offers.filter((offer) => 'skipped' in offer);
const named = (offers: Offer[], ending: string) =>
  offers.find((offer): offer is ImportItem => 'name' in offer && offer.name.endsWith(ending));
const textOf = (item: ImportItem | undefined) => (item!.content as { text: string }).text;

describe('the files of a ChatGPT export', () => {
  it('have their own names again where the export calls each of them .dat', async () => {
    const offers = await offersIn({
      'conversations-000.json': [
        conversation('roof', [
          {
            role: 'user',
            content: { content_type: 'multimodal_text', parts: [image('file_00aa'), 'Look'] },
            metadata: { attachments: [{ id: 'file-12bB', name: 'x.pdf' }] },
          },
          { role: 'assistant', content: text('A roof.') },
        ]),
      ],
      'conversations-001.json': [
        conversation('art', [
          { role: 'user', content: text('Draw it') },
          {
            role: 'tool',
            content: { content_type: 'multimodal_text', parts: [image('file_00cc'), image('file_00dd')] },
          },
        ]),
      ],
      'file_00aa.dat': png(2, 2),
      'file-12bB.dat': Buffer.from('%PDF-1.4'),
      'user/file_00cc.dat': png(3, 3),
      'file_00dd.dat': png(4, 4),
      'conversation_asset_file_names.json': {
        'file_00aa.dat': 'Photo [toit].png',
        'file-12bB.dat': 'notes/Devis: été.pdf',
        'file_00cc.dat': 'dalle-generations/bdd5.webp',
        'file_00dd.dat': '9f8a1380',
      },
    });
    expect(textOf(named(offers, 'roof.md'))).toContain(
      '![Photo _toit_.png](<files/file_00aa-Photo _toit_.png>)\n\nLook\n\n[Devis_ été.pdf](<files/file-12bB-Devis_ été.pdf>)\n',
    );
    // The content decides: this image is a PNG, and the next one had no ending.
    expect(textOf(named(offers, 'art.md'))).toContain(
      '![bdd5.png](<files/file_00cc-bdd5.png>)\n\n![9f8a1380.png](<files/file_00dd-9f8a1380.png>)\n',
    );
    expect(offers.flatMap((offer) => ('name' in offer ? [offer.name] : []))).toEqual(
      expect.arrayContaining(['chatgpt/files/file-12bB-Devis_ été.pdf', 'chatgpt/files/file_00cc-bdd5.png']),
    );
    expect(skipped(offers)).toEqual([]);
  });

  it('have their own names from a ZIP archive too', async () => {
    const talk = conversation('roof', [
      {
        role: 'user',
        content: { content_type: 'multimodal_text', parts: [image('file_1'), image('file_2')] },
      },
    ]);
    const { items } = await readSource(
      zipWith(
        {
          'conversations-000.json': JSON.stringify([talk]),
          'file_1.dat': png(2, 2),
          'file_2.dat': png(3, 3),
          'conversation_asset_file_names.json': JSON.stringify({ 'file_1.dat': 'Roof.png' }),
          'library_files.json': JSON.stringify([{ file_id: 'file_2', file_name: 'Barn.png' }]),
        },
        'chatgpt.zip',
      ),
    );
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining(['chatgpt/files/file_1-Roof.png', 'chatgpt/files/file_2-Barn.png']),
    );
  });

  it('are named as left out where no message shows them, once for all parts of the export', async () => {
    const talk = (id: string) => [conversation(id, [{ role: 'user', content: text('Hello') }])];
    const offers = await offersIn({
      'conversations-000.json': talk('a'),
      'conversations-001.json': talk('b'),
      'file-old-plan.png': png(2, 2),
      'file_new.dat': png(2, 2),
      'conversation_asset_file_names.json': { 'file_new.dat': 'Cover.png' },
    });
    expect(skipped(offers)).toEqual(
      expect.arrayContaining([
        { from: 'file-old-plan.png', skipped: 'no imported message shows it' },
        { from: 'Cover.png', skipped: 'no imported message shows it' },
      ]),
    );
    expect(skipped(offers)).toHaveLength(2);
  });

  it('stand where ChatGPT made them, if the export lacks the message that shows them', async () => {
    const made = (id: string, type: string, minutes: number, name: string) => ({
      file_id: id,
      file_name: name,
      library_artifact_type: type,
      origination_thread_id: 'art',
      created_at: new Date((TIME + 60 * minutes) * 1000).toISOString(),
    });
    const offers = await offersIn({
      'conversations-000.json': [
        conversation('art', [
          { role: 'user', content: text('Draw it') },
          { role: 'assistant', content: text('Here it is.') },
          { role: 'user', content: text('Thanks. A report?') },
        ]),
      ],
      'file_1.dat': png(2, 2),
      'file_2.dat': Buffer.from('PK'),
      'library_files.json': [
        made('file_1', 'image', 0.5, 'Grange.png'),
        made('file_2', 'report', 9, 'Report.docx'),
      ],
    });
    const body = textOf(named(offers, 'art.md')).replaceAll(/ · \d.*/g, '');
    expect(body).toContain(
      '## User\n\nDraw it\n\n## Assistant\n\n![Grange.png](<files/file_1-Grange.png>)\n\nHere it is.\n\n## User\n\nThanks. A report?\n\n## Assistant\n\n[Report.docx](<files/file_2-Report.docx>)\n',
    );
    expect(skipped(offers)).toEqual([]);
  });

  it('are shown where code made them; a part of an unknown type is counted', async () => {
    const offers = await offersIn({
      'conversations.json': [
        conversation('plot', [
          {
            role: 'user',
            content: {
              content_type: 'multimodal_text',
              parts: ['Plot it', { content_type: 'hologram_pointer', data: 1 }],
            },
          },
          {
            role: 'tool',
            content: { content_type: 'execution_output', text: '' },
            metadata: {
              aggregate_result: {
                messages: [
                  { message_type: 'image', image_url: 'file-service://file-plot' },
                  { message_type: 'image', image_url: 'file-service://file-gone' },
                ],
              },
            },
          },
        ]),
      ],
      'file-plot.png': png(2, 2),
    });
    expect(textOf(named(offers, 'plot.md'))).toContain('![file-plot.png](<files/file-plot.png>)');
    expect(named(offers, 'plot.md')!.leftOut).toEqual({
      'images made by code': 1,
      'parts of type hologram_pointer': 1,
    });
  });

  it('shows a canvas that is part of the answer without its marks', async () => {
    const offers = await offersIn({
      'conversations.json': [
        conversation('mail', [
          { role: 'user', content: text('Write it') },
          {
            role: 'assistant',
            content: text(
              'Here:\n\n:::writing{variant="email" id="9" subject="Devis"}\nBonjour,\n\nMerci.\n:::\n\nAnd:\n\n:::writing{variant="social_post" id="1"}\nStill writing',
            ),
          },
        ]),
      ],
    });
    expect(textOf(named(offers, 'mail.md'))).toContain(
      'Here:\n\n**Canvas: Devis**\n\nBonjour,\n\nMerci.\n\nAnd:\n\n**Canvas: social_post**\n\nStill writing\n',
    );
  });
});
