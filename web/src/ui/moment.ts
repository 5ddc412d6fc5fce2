/** The moment of a local time in a time zone, the browser's own if it is not known. A time that names its offset needs none. */
export function momentOf(local: string, zone: string | null): Date {
  const text = local.replace(' ', 'T');
  const own = new Date(text);
  if (zone === null || /(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(own.getTime())) return own;
  const asUtc = new Date(`${text}Z`).getTime();
  // Around a change of the clock the first guess may lie on its other side.
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone));
}

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)!.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(moment / 1_000) * 1_000;
}
