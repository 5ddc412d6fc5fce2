#!/usr/bin/env node
// CommonJS: a module takes Node 20 a few milliseconds more to load.
const { join } = require('node:path');

// Nothing is left to do: the system takes back what Node would take apart first. Later than what other listeners begin.
process.once('beforeExit', () => setImmediate(() => process.exit()));

const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `rappel needs Node.js 20.19 or later; this is ${process.version}. Install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  const { programLoader } = require('../dist/cli/load-program.js');
  const args = process.argv.slice(2);
  const load = programLoader(join(__dirname, '../dist'), args[0], process.env);
  const isHook = args[0] === 'hook' && args.length > 1 && !args.some((word) => /^(?:-h|--help)$/.test(word));
  if (isHook) load('cli/hook/main').main(args.slice(1));
  else
    load('cli/main').main(args, {
      http: (memory, options) => serveHttp(load, memory, options),
      hub: (hub, options) =>
        load('http/hub/serve-hub').serveHub(hub, {
          ...options,
          openMcp: (memory) => load('mcp/serve-http').serveMcpHttp(memory, options),
        }),
      mcp: (options) => load('mcp/serve-stdio').serveMcpStdio(options),
    });
}

/** The doors never import each other: here MCP becomes a part of HTTP, loaded for the first client that speaks it. */
async function serveHttp(load, memory, options) {
  const opened = [];
  const openMcp = (other) => {
    const mcp = load('mcp/serve-http').serveMcpHttp(other, options);
    opened.push(mcp);
    return mcp;
  };
  let own = null;
  const mcp = async (request) => {
    own ??= openMcp(memory);
    return (await own).fetch(request);
  };
  const http = await load('http/serve').serveHttp(memory, { ...options, mcp, openMcp });
  return {
    ...http,
    async close() {
      await Promise.all(opened.map(async (mcp) => (await mcp).close()));
      await http.close();
    },
  };
}
