/** Whether notes show or link to such a file: an image, sound, a document, a drawing. */
export function isAttachment(name: string): boolean {
  return ATTACHMENT.test(name);
}

const ATTACHMENT =
  /\.(?:png|jpe?g|gif|webp|svg|bmp|avif|heic|tiff?|mp3|m4a|wav|ogg|flac|webm|mp4|mov|mkv|csv|tsv|doc|xlsx?|pptx?|odt|ods|odp|epub|canvas|base|excalidraw|drawio|ics|vcf)$/i;
