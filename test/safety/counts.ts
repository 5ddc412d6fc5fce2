/** How often a generated case runs: a few times in `npm test`, many times in `npm run soak intruder`. */
export function count(short: number, full: number): number {
  return process.env.RAPPEL_SAFETY === 'full' ? full : short;
}
