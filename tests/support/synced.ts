import { readFileSync } from 'node:fs'

/**
 * What strace saw of a file: how far it would have come had the power gone at the end of the log.
 * Whatever was written since the last sync may be missing, so the file ends where the first such
 * write begins. `before` is how long it was when the log began.
 */
export function survivingLength(
  log: string,
  { file, before }: { file: string; before: number },
): { length: number; syncs: number } {
  let length = before
  let unsyncedFrom = Number.POSITIVE_INFINITY
  let syncs = 0
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    if (!line.includes(`<${file}>`)) continue
    const write = /pwrite64\(\d+<[^>]+>, .*, (\d+), (\d+)\)\s+= (\d+)/.exec(line)
    if (write) {
      const [, , from, written] = write.map(Number)
      unsyncedFrom = Math.min(unsyncedFrom, from ?? 0)
      length = Math.max(length, (from ?? 0) + (written ?? 0))
    } else if (/ftruncate\(\d+<[^>]+>, 0\)\s+= 0/.test(line)) {
      length = 0
    } else if (/(?:fdatasync|fsync)\(\d+<[^>]+>\)\s+= 0/.test(line)) {
      unsyncedFrom = Number.POSITIVE_INFINITY
      syncs += 1
    }
  }
  return { length: Math.min(length, unsyncedFrom), syncs }
}
