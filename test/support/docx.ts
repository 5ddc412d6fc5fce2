import { png } from './images.js';
import { type ZipFile, zip } from './zip.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export const paragraph = (content: string, style?: string) =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;
export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const item = (text: string, level: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`;

const RICH = [
  paragraph(run('Compte rendu'), 'Titre'),
  paragraph(run('Décisions'), 'Titre1'),
  paragraph(
    `${run('On garde ')}${run('le devis', '<w:b/>')}${run(' «\u00a0B\u00a0» à 6\u202f200\u00a0€, ')}` +
      `<w:hyperlink r:id="link">${run('voir le site')}</w:hyperlink>` +
      `<w:del><w:r><w:delText>effacé</w:delText></w:r></w:del>` +
      `<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>`,
  ),
  item('Appeler Zoé', 0),
  item('avant midi', 1),
  item('Œuvre', 0),
  `<w:tbl><w:tr>${cell('Poste')}${cell('Prix')}</w:tr><w:tr>${cell('Toit')}${cell('1 | 2')}</w:tr></w:tbl>`,
  paragraph(
    '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">' +
      '<wp:docPr id="1" name="x" descr="Plan du toit"/>' +
      '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData>' +
      '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill>' +
      '<a:blip r:embed="image"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
  ),
].join('');

/** A Word document in French with every kind of thing that a note can hold, or with another body or further entries. */
export function docx({ body = RICH, extra = [] }: { body?: string; extra?: ZipFile[] } = {}): Buffer {
  const part = (name: string, type: string) =>
    `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
  const relation = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  const relations = (...all: string[]) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const level = (number: number) =>
    `<w:lvl w:ilvl="${number}"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl>`;
  const files: ZipFile[] = [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/>${part('document', 'document.main')}${part('comments', 'comments')}</Types>`,
    },
    { name: '_rels/.rels', content: relations(relation('d', 'officeDocument', 'word/document.xml')) },
    {
      name: 'word/_rels/document.xml.rels',
      content: relations(
        relation('link', 'hyperlink', 'https://example.org/devis', ' TargetMode="External"'),
        relation('image', 'image', 'media/image1.png'),
        relation('s', 'styles', 'styles.xml'),
        relation('n', 'numbering', 'numbering.xml'),
        relation('f', 'footnotes', 'footnotes.xml'),
        relation('c', 'comments', 'comments.xml'),
      ),
    },
    {
      name: 'word/styles.xml',
      content: `${XML}<w:styles ${W}>${style('Titre', 'Title')}${style('Titre1', 'heading 1')}</w:styles>`,
    },
    {
      name: 'word/numbering.xml',
      content: `${XML}<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0)}${level(1)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
    {
      name: 'word/footnotes.xml',
      content: `${XML}<w:footnotes ${W}><w:footnote w:id="2">${paragraph(run('Hors taxes.'))}</w:footnote></w:footnotes>`,
    },
    {
      name: 'word/comments.xml',
      content: `${XML}<w:comments ${W}><w:comment w:id="0" w:author="Zoé">${paragraph(run('À vérifier'))}</w:comment></w:comments>`,
    },
    { name: 'word/media/image1.png', content: png(4, 3) },
    {
      name: 'word/document.xml',
      content: `${XML}<w:document ${W} ${R}><w:body>${body}</w:body></w:document>`,
    },
    ...extra,
  ];
  return zip(files);
}
