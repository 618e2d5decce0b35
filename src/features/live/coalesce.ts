import type { LiveChange } from '#server/features/live/live.schema.ts'

/** The shortest time between two looks at the server. */
const INTERVAL_MS = 300

/**
 * Gathers changes and hands them on together. The next batch waits until the one before is done: a
 * busy day must not cut off its own answers again and again.
 */
export function coalesce(apply: (changes: LiveChange[]) => Promise<void>) {
  let waiting: LiveChange[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  function plan() {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    timer = setTimeout(() => void flush(), INTERVAL_MS)
  }

  async function flush() {
    const batch = waiting
    waiting = []
    await apply(batch)
    isBusy = false
    plan()
  }

  return {
    add(change: LiveChange) {
      waiting.push(change)
      plan()
    },
    stop() {
      waiting = []
      clearTimeout(timer)
    },
  }
}
