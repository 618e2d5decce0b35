/** Keeps the event loop from all other work for so long. */
export function busyFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
