/**
 * Ends the process by the usual way out when it is told to end: what a command made for itself alone is removed at the
 * exit of its process.
 */
export function exitOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
}
