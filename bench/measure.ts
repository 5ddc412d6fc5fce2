/** The processor time of some work, and the most between two turns of the event loop, in milliseconds. */
export async function measure(work: () => Promise<unknown>): Promise<{ cpu: number; longest: number }> {
  const start = spent();
  let [last, longest, isOver] = [start, 0, false];
  const turn = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return { cpu: spent() - start, longest };
}

function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
