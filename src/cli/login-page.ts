import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeDurably } from '../service/state/durable.js';

/**
 * A file that only its owner reads, which leads a browser to the login link; returns its address. Other users of
 * the machine can see the arguments of a process, so the link must not be one.
 */
export function writeLoginPage(root: string, loginUrl: string): string {
  const file = loginPage(root);
  writeDurably(
    file,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${loginUrl}">` +
      `<title>Rappel</title><a href="${loginUrl}">Open Rappel</a>\n`,
  );
  return pathToFileURL(file).href;
}

export function removeLoginPage(root: string): void {
  rmSync(loginPage(root), { force: true });
}

function loginPage(root: string): string {
  return join(root, '.rappel', 'login.html');
}
