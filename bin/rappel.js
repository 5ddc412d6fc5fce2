#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `rappel needs Node.js 20.19 or later; this is ${process.version}. Install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  const doors = {
    http: async (...args) => (await import('../dist/http/serve.js')).serveHttp(...args),
  };
  import('../dist/cli/main.js').then(({ main }) => main(process.argv.slice(2), doors));
}
