import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { once } from '../shared/once.js';
import { type Gate, headOf } from './gate.js';
import { diagramPolicy } from './policies.js';

/** Where the build puts the page: beside the compiled doors. */
const BUILT = fileURLToPath(new URL('../web', import.meta.url));

/** The files of the page, which vaults of one process share. */
export interface PageFiles {
  folder: string;
  names: ReadonlySet<string>;
  /** Text compressed, once for all clients. */
  compressed: Map<string, Promise<Buffer>>;
  /** Of the frame in which diagrams are drawn; read when one is drawn. */
  diagramPolicy(): string;
}

export function openPageFiles(folder: string = BUILT): PageFiles {
  const names = filesIn(folder);
  return {
    folder,
    names,
    compressed: new Map(),
    diagramPolicy: once(() => {
      const frame = names.has(DIAGRAM) ? readFileSync(join(folder, DIAGRAM), 'utf8') : '';
      const [script = ''] = /(?<=<script type="module">).*(?=<\/script>)/s.exec(frame) ?? [];
      return diagramPolicy(script);
    }),
  };
}

/**
 * The web page. Its file names are known from the start, so no address leads elsewhere; every other address outside
 * the API is a view of the page.
 *
 * `gate`: null if no token is required.
 */
export function page(
  gate: Gate | null,
  files: PageFiles = openPageFiles(),
  views: 'index.html' | 'hub.html' = 'index.html',
): MiddlewareHandler {
  const { folder, names, compressed } = files;

  async function content(context: Context, name: string): Promise<Uint8Array<ArrayBuffer>> {
    const path = join(folder, name);
    if (!isText(name)) return new Uint8Array(readFileSync(path));
    context.header('Vary', 'Accept-Encoding');
    if (!acceptsGzip(context)) return new Uint8Array(readFileSync(path));
    if (!compressed.has(name)) compressed.set(name, promisify(gzip)(readFileSync(path), { level: 9 }));
    context.header('Content-Encoding', 'gzip');
    return new Uint8Array(await compressed.get(name)!);
  }

  return async (context, next) => {
    const { path } = context.req;
    if (/^\/(?:api|mcp)(?:\/|$)/.test(path)) return next();
    const type = TYPES[extname(path)];
    const name = path.slice(1);
    if (type !== undefined && names.has(name)) {
      return context.body(await content(context, name), 200, {
        'Content-Type': type,
        // The name of an asset contains the hash of its content.
        'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    }
    if (path.startsWith('/assets/')) return next();
    if (name === DIAGRAM && names.has(DIAGRAM))
      return context.body(await content(context, DIAGRAM), 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
      });
    if (!names.has(views)) return context.text(NOT_BUILT, 503);
    const isHome = path === '/' && views === 'index.html' && (gate === null || gate.admits(headOf(context)));
    const view = readFileSync(join(folder, views), 'utf8').replace('</head>', isHome ? HOME_DATA : '$&');
    return context.html(view.replaceAll('="./', `="${rootFrom(context.req.url)}`), 200, {
      'Cache-Control': 'no-cache',
    });
  };
}

/** The way back from an address to the root: a proxy may serve the page under a path that only the browser knows. */
function rootFrom(url: string): string {
  const folders = new URL(url).pathname.split('/').length - 2;
  return folders === 0 ? './' : '../'.repeat(folders);
}

function isText(name: string): boolean {
  return /\.(?:html|js|css|svg|webmanifest)$/.test(name);
}

function acceptsGzip(context: Context): boolean {
  return accepts(context, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip';
}

/** What home asks for first: the browser fetches it while it loads the script. One that must log in would be refused. */
const HOME_DATA = `${['tree', 'home', 'inbox/list', 'health']
  .map((name) => `<link rel="preload" as="fetch" crossorigin href="./api/${name}">`)
  .join('\n    ')}
  </head>`;

/** The frame in which diagrams are drawn, its script included. */
const DIAGRAM = 'diagram.html';

const NOT_BUILT = 'The page is not built. Run: npm run build\n';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

function filesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => name.split(sep).join('/')));
}
