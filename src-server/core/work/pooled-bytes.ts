import { randomFillSync } from 'node:crypto'
import type { RandomBytes } from '#server/shared/id.ts'

const POOL_BYTES = 4096

/** Random bytes for ids, fetched many at a time: asking for each id costs more than making it. */
export function pooledBytes(): RandomBytes {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return (size) => {
    if (used + size > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.subarray(used, used + size)
    used += size
    // A copy: what was handed out must not change when the pool is filled again.
    return Uint8Array.prototype.slice.call(bytes)
  }
}
