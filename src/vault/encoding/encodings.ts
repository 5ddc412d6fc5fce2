import {
  ARABIC,
  BALTIC,
  CENTRAL_EUROPEAN,
  CYRILLIC,
  GREEK,
  HEBREW,
  JAPANESE,
  KOREAN,
  type Language,
  SIMPLIFIED_CHINESE,
  THAI,
  TRADITIONAL_CHINESE,
  TURKISH,
  WESTERN,
} from './languages.js';

export interface Encoding {
  /** For a person. */
  label: string;
  /** How rare it is among files that are not in UTF-8, as the logarithm of a probability. */
  rarity: number;
  /** How many characters outside ASCII a text needs before it can be told from one in a more frequent encoding. */
  evidence: number;
  languages: readonly Language[];
  /** Null if the bytes can't be in this encoding. */
  decode(bytes: Buffer): string | null;
}

const ALL = [
  ...[WESTERN, CENTRAL_EUROPEAN, CYRILLIC, GREEK, TURKISH, BALTIC, HEBREW, ARABIC, THAI],
  ...[JAPANESE, SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE, KOREAN],
].flat();

/** What files are written in that are not in UTF-8 and have no byte order mark. */
export const ENCODINGS: readonly Encoding[] = [
  encoding('Windows-1252', 0, WESTERN, 1),
  encoding('ISO-8859-15', -3, WESTERN, 1),
  encoding('Mac Roman', -5, WESTERN, 2, 'macintosh'),
  { ...about('CP850', -5, WESTERN, 1), decode: (bytes) => byTable(CP850)(bytes) },
  { ...about('CP437', -6, WESTERN, 1), decode: (bytes) => byTable(CP437)(bytes) },
  encoding('Windows-1250', -3, CENTRAL_EUROPEAN, 2),
  encoding('ISO-8859-2', -5, CENTRAL_EUROPEAN, 2),
  encoding('Windows-1254', -2, TURKISH, 2),
  encoding('Windows-1257', -5, BALTIC, 2),
  encoding('Windows-1251', -3, CYRILLIC, 5),
  encoding('KOI8-R', -5, CYRILLIC, 5),
  encoding('KOI8-U', -6, CYRILLIC, 5),
  encoding('ISO-8859-5', -7, CYRILLIC, 5),
  encoding('IBM866', -7, CYRILLIC, 5),
  encoding('Mac Cyrillic', -7, CYRILLIC, 5, 'x-mac-cyrillic'),
  encoding('Windows-1253', -4, GREEK, 5),
  encoding('Windows-1255', -4, HEBREW, 5),
  encoding('Windows-1256', -4, ARABIC, 5),
  encoding('Windows-874', -5, THAI, 5),
  encoding('Shift_JIS', -3, JAPANESE, 3),
  encoding('EUC-JP', -5, JAPANESE, 3),
  encoding('EUC-KR', -4, KOREAN, 3),
  encoding('GB18030', -4, SIMPLIFIED_CHINESE, 3),
  encoding('Big5', -4, TRADITIONAL_CHINESE, 3),
  { ...about('UTF-16', -6, ALL, 0), decode: withZeros((bytes) => decodeAs('utf-16le', bytes)) },
  { ...about('UTF-16', -7, ALL, 0), decode: withZeros((bytes) => decodeAs('utf-16be', bytes)) },
  { ...about('UTF-32', -8, ALL, 0), decode: withZeros(utf32le) },
  { ...about('UTF-32', -9, ALL, 0), decode: withZeros(utf32be) },
];

/** Of names in a ZIP archive: Windows writes them in the code page of its command line. */
export const ZIP_NAME_ENCODINGS: readonly Encoding[] = [
  ...ENCODINGS.filter(({ label }) => !label.startsWith('UTF')).map((each) =>
    each.label === 'CP850' ? { ...each, rarity: 0 } : each,
  ),
];

export function utf32le(bytes: Buffer): string | null {
  return utf32(bytes, (at) => bytes.readUInt32LE(at));
}

export function utf32be(bytes: Buffer): string | null {
  return utf32(bytes, (at) => bytes.readUInt32BE(at));
}

/** The text of bytes in an encoding that is known by its name; null if they are not valid in it, or it is unknown. */
export function decodeAs(name: string, bytes: Buffer): string | null {
  try {
    const decoder = new TextDecoder(name, { fatal: true });
    // That of Node 20 reads 0x80 to 0x9F as control characters.
    return decoder.encoding === 'windows-1252' ? byTable(WINDOWS_1252)(bytes) : decoder.decode(bytes);
  } catch {
    return null;
  }
}

function encoding(
  label: string,
  rarity: number,
  languages: readonly Language[],
  evidence: number,
  name = label,
): Encoding {
  return { ...about(label, rarity, languages, evidence), decode: (bytes) => decodeAs(name, bytes) };
}

function about(label: string, rarity: number, languages: readonly Language[], evidence: number) {
  return { label, rarity, languages, evidence };
}

/** Of Unicode without a mark: characters of ASCII, even if only spaces and line ends, contain zeros. */
function withZeros(decode: Encoding['decode']): Encoding['decode'] {
  return (bytes) => (bytes.includes(0) ? decode(bytes) : null);
}

/** `high` are the characters of the bytes from 0x80 on; those after its end are the characters of ISO-8859-1. */
function byTable(high: string): (bytes: Buffer) => string {
  return (bytes) =>
    bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, (byte) => high[byte.charCodeAt(0) - 0x80] ?? byte);
}

/** Bytes without a character stay control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The code pages of DOS in Western Europe and in America, which TextDecoder does not know. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function utf32(bytes: Buffer, codeAt: (at: number) => number): string | null {
  if (bytes.length % 4 !== 0) return null;
  const characters: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = codeAt(at);
    if (code > 0x10ffff) return null;
    characters.push(String.fromCodePoint(code));
  }
  return characters.join('');
}
