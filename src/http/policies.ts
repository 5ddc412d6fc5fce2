import { createHash } from 'node:crypto';
import { secureHeaders } from 'hono/secure-headers';

/** Nothing in a vault may run as a page. */
export const FILE_POLICY = "default-src 'none'; sandbox";

/**
 * The frame in which Mermaid draws: it needs styles in the text, and gets nothing else but its own script, in an origin that is
 * nobody's. The page takes a picture out of it.
 */
export function diagramPolicy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`;
}

const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  manifestSrc: ["'self'"],
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Of everything that is answered. */
export function pageHeaders() {
  return secureHeaders({
    contentSecurityPolicy: POLICY,
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
  });
}
