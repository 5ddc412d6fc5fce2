/** Small exports in the forms that other programs write, invented. */

export function chatgptExport(count = 2): string {
  const conversations = Array.from({ length: count }, (_, index) => ({
    title: index === 0 ? 'Choosing a tent' : `Question ${index}`,
    create_time: 1_736_931_600 + index * 86_400,
    update_time: 1_736_932_200 + index * 86_400,
    conversation_id: `conv-${index}`,
    current_node: 'd',
    mapping: {
      root: { id: 'root', message: null, parent: null, children: ['a'] },
      a: node('a', 'root', 'system', ['You are helpful.']),
      b: node('b', 'a', 'user', [`Which tent for ${index} nights of rain?`]),
      // An answer that was generated again: another branch.
      x: node('x', 'b', 'assistant', ['The old answer.']),
      c: node('c', 'b', 'assistant', ['# A tunnel tent\n\nIt holds **wind**.']),
      d: node('d', 'c', 'user', [
        'Merci !',
        { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-abc123' },
      ]),
    },
  }));
  return JSON.stringify(conversations);
}

function node(id: string, parent: string, role: string, parts: unknown[]) {
  const content = { content_type: parts.length > 1 ? 'multimodal_text' : 'text', parts };
  return {
    id,
    parent,
    children: [],
    message: { id, author: { role }, create_time: 1_736_931_660, content, recipient: 'all' },
  };
}

export const CLAUDE_EXPORT = JSON.stringify([
  {
    uuid: 'c-1',
    name: 'Lettre au propriétaire',
    created_at: '2025-02-03T09:00:00.000000Z',
    updated_at: '2025-02-03T09:10:00.000000Z',
    chat_messages: [
      {
        uuid: 'm-1',
        sender: 'human',
        text: 'Relis ma lettre.',
        content: [{ type: 'text', text: 'Relis ma lettre.' }],
        created_at: '2025-02-03T09:00:00.000000Z',
        attachments: [{ file_name: 'lettre.txt', extracted_content: 'Madame,\n```\nBail\n```' }],
        files: [{ file_name: 'photo.jpg' }],
      },
      {
        uuid: 'm-2',
        sender: 'assistant',
        text: '',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Elle est claire.' },
        ],
        created_at: '2025-02-03T09:01:00.000000Z',
      },
    ],
  },
  {
    uuid: 'c-2',
    name: 'Empty',
    created_at: '2025-02-04T09:00:00Z',
    updated_at: '2025-02-04T09:00:00Z',
    chat_messages: [],
  },
]);

export const CLAUDE_CODE_LOG = lines([
  { type: 'summary', summary: 'Mend the date parser', leafUuid: 'u3' },
  {
    type: 'user',
    sessionId: 's-1',
    cwd: '/Users/ines/site',
    isMeta: true,
    timestamp: '2025-03-01T10:00:00Z',
    message: { role: 'user', content: 'Caveat: hidden' },
  },
  {
    type: 'user',
    sessionId: 's-1',
    cwd: '/Users/ines/site',
    timestamp: '2025-03-01T10:00:01Z',
    message: {
      role: 'user',
      content: 'Dates before 1900 fail.\n<system-reminder>do not say</system-reminder>',
    },
  },
  {
    type: 'assistant',
    sessionId: 's-1',
    timestamp: '2025-03-01T10:00:05Z',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'secret thoughts' },
        { type: 'text', text: 'I look at it.' },
        { type: 'tool_use', name: 'Read', input: { file_path: 'src/dates.ts' } },
      ],
    },
  },
  {
    type: 'user',
    sessionId: 's-1',
    timestamp: '2025-03-01T10:00:06Z',
    message: { role: 'user', content: [{ type: 'tool_result', content: 'a very long file' }] },
  },
  {
    type: 'assistant',
    sessionId: 's-1',
    timestamp: '2025-03-01T10:00:09Z',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Mended.' }] },
  },
]);

export const CODEX_LOG = lines([
  {
    timestamp: '2025-04-01T08:00:00Z',
    type: 'session_meta',
    payload: { id: 'r-1', timestamp: '2025-04-01T08:00:00Z', cwd: '/Users/ines/atlas', instructions: null },
  },
  {
    timestamp: '2025-04-01T08:00:00Z',
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>\n<cwd>/x</cwd>\n</environment_context>' }],
    },
  },
  {
    timestamp: '2025-04-01T08:00:01Z',
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Ajoute une carte des ports' }],
    },
  },
  {
    timestamp: '2025-04-01T08:00:01Z',
    type: 'event_msg',
    payload: { type: 'user_message', message: 'Ajoute une carte des ports' },
  },
  {
    timestamp: '2025-04-01T08:00:03Z',
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', arguments: '{"command":["ls","-la"]}' },
  },
  {
    timestamp: '2025-04-01T08:00:09Z',
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'La carte est là.' }],
    },
  },
]);

function lines(records: object[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n{"cut off`;
}

/** A PDF with one line of text on each page; an empty one is a page without any, `packed` a page's drawing, deflated. */
export function pdf(pages: (string | { packed: Buffer })[]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>'];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`);
  objects.push(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, page] of pages.entries()) {
    const text = page === '' ? '' : `BT /F1 12 Tf 72 700 Td (${page}) Tj ET`;
    const drawing = typeof page === 'string' ? text : page.packed.toString('latin1');
    const filter = typeof page === 'string' ? '' : ' /Filter /FlateDecode';
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${drawing.length}${filter} >>\nstream\n${drawing}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
