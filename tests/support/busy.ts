/** Blocks the event loop for this many milliseconds. */
export function busyFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
