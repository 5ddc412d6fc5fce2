import { spawn } from 'node:child_process';

/** `nobody`, on every Linux. */
export const OTHER_UID = 65_534;

/** Only root can start a program as another user. Tests that do name it in their names. */
export const canBeOtherUser = process.platform === 'linux' && process.getuid?.() === 0;

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** `half`: ends its side before the answer. `gone`: closes as soon as the request is sent, and waits for no answer. */
  closes?: 'half' | 'gone';
}

/** Sends requests from a process of another user, one connection each; 0 where no answer came. */
export function sendAsOtherUser(
  url: string,
  requests: RawRequest[],
): Promise<{ status: number; text: string }[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', PROGRAM, url, JSON.stringify(requests)], {
      uid: OTHER_UID,
      gid: OTHER_UID,
      cwd: '/',
      env: {},
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      err += part;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(err))));
  });
}

const PROGRAM = `
const { connect } = require('node:net');
const [url, requests] = [new URL(process.argv[1]), JSON.parse(process.argv[2])];
const send = ({ method = 'GET', path, headers = {}, body = '', closes }) => new Promise((resolve) => {
  const socket = connect(Number(url.port), url.hostname.replace(/[[\\]]/g, ''));
  let text = '';
  const done = () => resolve({ status: Number(/^HTTP\\/1.1 (\\d+)/.exec(text)?.[1] ?? 0), text });
  const lines = [method + ' ' + path + ' HTTP/1.1', 'host: ' + url.host, 'content-length: ' + Buffer.byteLength(body)];
  for (const [name, value] of Object.entries(headers)) lines.push(name + ': ' + value);
  socket.on('error', () => {});
  socket.on('close', done);
  socket.on('data', (part) => {
    text += part;
    // Streams and kept connections don't end by themselves.
    if (text.includes('\\r\\n\\r\\n')) setTimeout(() => socket.destroy(), 200);
  });
  socket.write(lines.join('\\r\\n') + '\\r\\n\\r\\n' + body, () => {
    if (closes === 'half') socket.end();
    if (closes === 'gone') socket.destroy();
  });
  setTimeout(() => socket.destroy(), 5000).unref();
});
(async () => {
  const answers = [];
  for (const request of requests) answers.push(await send(request));
  console.log(JSON.stringify(answers));
})();
`;
