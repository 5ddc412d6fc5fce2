/**
 * Text in UTF-7: ASCII, and between `+` and `-` UTF-16 in base64. Only for what says that it is, such as mail: any ASCII could be.
 * What is no UTF-16 stays as it is.
 */
export function fromUtf7(text: string): string {
  return text.replaceAll(/\+([A-Za-z\d+/]*)(-?)/g, (whole, encoded: string, end: string) => {
    if (encoded === '') return end === '' ? whole : '+';
    const bytes = Buffer.from(encoded, 'base64');
    const units = bytes.subarray(0, bytes.length - (bytes.length % 2));
    const decoded = units.swap16().toString('utf16le');
    return decoded === '' || /[\p{Surrogate}\0]/u.test(decoded) ? whole : decoded;
  });
}
