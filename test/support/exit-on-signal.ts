/** Vitest ends a worker with SIGTERM, at which Node runs no handler of `exit`: what removes temporary folders would never run. */
function exitOnSigterm(): void {
  process.exit();
}

// Loaded for each test file of a worker.
if (!process.listeners('SIGTERM').some(({ name }) => name === exitOnSigterm.name))
  process.once('SIGTERM', exitOnSigterm);
