import { randomFillSync } from 'node:crypto'
import type { RandomBytes } from '#server/shared/id.ts'

const POOL_BYTES = 4096

/** Returns a source of random bytes for ids, generated many at a time: one call per id would cost more than the id. */
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
    // Return a copy: the caller's bytes must not change when the pool is filled again.
    return Uint8Array.prototype.slice.call(bytes)
  }
}
