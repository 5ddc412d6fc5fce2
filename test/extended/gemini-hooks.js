// The real Gemini CLI with a scripted model: what `rappel install gemini` sets up, from start to resume.
import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

/**
 * @param {{ tools: { gemini: string }, home: string, vault: string, work: string }} setting
 * @param {{ started: Function, rappel: Function, profile: string }} help how programs are run, and what the memory says
 * @returns {Promise<string[]>} what was said
 */
export async function geminiSessions({ tools, home, vault, work }, { started, rappel, profile }) {
  const endpoint = await scriptedGemini();
  try {
    mkdirSync(join(home, '.gemini'));
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(SETTINGS));
    await rappel('install', 'gemini', '--yes');
    const env = { HOME: home, GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: endpoint.url };
    const shown = async (...args) => {
      const options = [tools.gemini, '--skip-trust', '-m', 'gemini-2.5-pro'];
      await started(process.execPath, [...options, ...args], env, work);
      return JSON.stringify(endpoint.requests.at(-1)).split('&lt;rappel-memory&gt;').length - 1;
    };
    assert.equal(await shown('-p', 'first turn'), 1, 'the first prompt shows the memory once');
    assert.equal(await shown('-r', 'latest', '-p', 'second turn'), 1, 'a resume does not show it again');
    writeFileSync(join(vault, 'profile.md'), `${profile}Likes rain.\n`);
    assert.equal(await shown('-r', 'latest', '-p', 'third turn'), 2, 'a resume shows what is new');
    assert.match(
      JSON.stringify(endpoint.requests.at(-1)),
      /first turn.*second turn/,
      'no prompt is lost on resume',
    );
    return ['first turn', 'second turn', 'third turn'];
  } finally {
    await endpoint.close();
  }
}

/** A model that says one thing, in the wire format of Gemini. */
async function scriptedGemini() {
  const requests = [];
  const answer = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Noted.' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      if (request.url.includes('streamGenerateContent')) {
        requests.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.end(`data: ${JSON.stringify(answer)}\n\n`);
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.url.includes('countTokens') ? '{"totalTokens":1}' : JSON.stringify(answer));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}
