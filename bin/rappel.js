#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `rappel needs Node.js 20.19 or later; this is ${process.version}. Install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  const doors = {
    http: serveHttp,
    mcp: async (options) => (await import('../dist/mcp/serve-stdio.js')).serveMcpStdio(options),
  };
  import('../dist/cli/main.js').then(({ main }) => main(process.argv.slice(2), doors));
}

/** The doors never import each other: here MCP becomes a part of HTTP. */
async function serveHttp(memory, options) {
  const [{ serveHttp: serve }, { serveMcpHttp }] = await Promise.all([
    import('../dist/http/serve.js'),
    import('../dist/mcp/serve-http.js'),
  ]);
  const mcp = await serveMcpHttp(memory, options);
  const http = await serve(memory, { ...options, mcp: mcp.fetch });
  return {
    ...http,
    async close() {
      await mcp.close();
      await http.close();
    },
  };
}
