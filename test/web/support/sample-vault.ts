import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

/** A small memory, as somebody might have it: for the browser's tests and the screenshots. */
export function writeSampleVault(root: string): void {
  for (const [path, text] of Object.entries(FILES)) put(root, path, text);
  put(root, 'projects/harbour-cafe/bucket/floor-plan.png', png(480, 300));
}

export function put(root: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const FILES: Record<string, string> = {
  'overview.md': `---
created: 2026-01-08T09:00:00
updated: 2026-11-12T18:20:00
tokens: 260
about: The map of everything.
---

# Now

Opening the café before summer comes first; the move is planned around it. Fridays are for the atlas.

# Projects

| project | in a sentence | state |
|---|---|---|
| [harbour-cafe](projects/harbour-cafe/description.md) | A twelve-seat café on the quay | active, opening on 14 May |
| [atlas](projects/atlas/description.md) | A walking atlas of the coast, in 40 maps | active, 17 maps drawn |
| [moving-house](projects/moving-house/description.md) | From rue des Lilas to the harbour | waiting for the keys |

# Intentions

- [x] Leave the old studio
- [ ] Find a printer for the atlas before February
- [ ] Learn to make a proper *kouign-amann*

# Inbox

Nothing waits at the moment.
`,
  'profile.md': `# Who

Anna Le Goff, cartographer in Douarnenez. Speaks French and English. Works mornings, never on Sundays.

# Preferences

- Short answers, with the passage.
- Decisions are tagged, with the reason.
`,
  'tasks.md': `# Call the accountant about VAT Q3
status: in progress | prio: high | added: 2026-11-10 | project: —

# Renew the boat licence
status: to do | prio: low | added: 2026-11-02 | project: —
deadline: 2026-12-01
`,
  'changelog.md': `# 2026-11-12

## Left the old studio
Keys handed over, deposit back in ten days.

# 2026-11-02

## Insurance for the boat renewed
Same price as last year.
`,
  'projects/harbour-cafe/description.md': `# What

A café of twelve seats on the quay: coffee, three cakes, no kitchen. Open from seven to three.

# Why

The harbour has no place to sit down before ten in the morning.

![The plan of the room](bucket/floor-plan.png)
`,
  'projects/harbour-cafe/state.md': `## Status
active

## Focus
The counter: oak, 3.20 m, to be built by the end of March.

## Blocked
The grease trap: the town hall answers within six weeks.

## Deadlines
Opening on 14 May.
`,
  'projects/harbour-cafe/changelog.md': `# 2026-11-12

## [decision] No outside booking service
The supplier can't connect its calendar before June, and takes 9 % of every table.
We keep a paper book and a plain form on our own page.

## Visit of the plumber
The waste pipe is wide enough. The grease trap has to stand outside.

# 2026-11-05

## [decision] Coffee from the roastery in Quimper
Twelve euros a kilo, delivered on Tuesdays. The tasting: Camille and Youenn both chose number 4.

## First estimate for the counter
4,800 € in oak, 3,100 € in birch. Oak lasts.

# 2026-10-21

## The lease is signed
Nine years, the first three months free.
`,
  'projects/harbour-cafe/tasks.md': `# Order the grinder
status: to do | prio: high | added: 2026-11-06 | project: harbour-cafe
deadline: 2026-12-15

# Ask Marie for the sign
status: in progress | prio: normal | added: 2026-11-08 | project: harbour-cafe
`,
  'projects/harbour-cafe/bucket/2026-11-05-tasting.md': `Tasting on the terrace, four roasts.

1. Too bright, nobody finished it
2. Good, but dear
3. Like last year
4. Round, a little chocolate — chosen by both
`,
  'projects/atlas/description.md': `# What

Forty maps of the coast between Brest and Lorient, for people who walk it. Drawn by hand, printed in two colours.
`,
  'projects/atlas/state.md': `## Status
active, 17 of 40 maps drawn

## Focus
The cliffs of Crozon, maps 18 to 21.

## Blocked
No printer yet who takes uncoated paper in A2.
`,
  'projects/atlas/changelog.md': `# 2026-11-09

## [décision] Deux couleurs, pas quatre
Le bleu et le brun suffisent ; l'impression coûte 40 % de moins.

# 2026-10-30

## Relevé de la pointe de Pen-Hir
Sentier déplacé de trente mètres depuis la tempête.
`,
  'projects/moving-house/description.md': `# What

From rue des Lilas to the flat above the café, when the keys are there.
`,
  'projects/moving-house/tasks.md': `# Measure the stairs for the piano
status: to do | prio: high | added: 2026-11-01 | project: moving-house
`,
};

/** A picture of soft bars, so that something can be seen. */
export function png(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const inside = x % 120 > 8 && y % 100 > 8;
      rows[at] = inside ? 224 - (x >> 3) : 90;
      rows[at + 1] = inside ? 236 - (y >> 3) : 110;
      rows[at + 2] = inside ? 230 : 104;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
