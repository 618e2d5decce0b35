/** Requests within this time after a person's action count as theirs. */
const HERE_FOR_MS = 10_000

/** Minimum pause between notifications to the server while a person works without requests. */
const TELL_EVERY_MS = 60_000

const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

// Opening the page counts as an action.
let actedAt = Date.now()
let toldAt = actedAt

for (const act of acts) {
  globalThis.addEventListener?.(act, note, { capture: true, passive: true })
}

function note({ isTrusted }: Event) {
  // Clicks by a script do not count.
  if (isTrusted) actedAt = Date.now()
}

/**
 * Returns the header that marks a request as unattended, so that a session lasts only while its person works.
 * Requests of the page itself, such as after a change elsewhere, must not prolong it.
 */
export function attendance(): { 'X-Unattended'?: '1' } {
  const now = Date.now()
  if (now - actedAt > HERE_FOR_MS) return { 'X-Unattended': '1' }
  toldAt = now
  return {}
}

/**
 * Calls `tell` on a person's action when the server has had no attended request for a while: cached pages
 * send none. The returned function stops it.
 */
export function keepTelling(tell: () => void): () => void {
  const tellIfDue = ({ isTrusted }: Event) => {
    if (!isTrusted || Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    tell()
  }
  for (const act of acts) window.addEventListener(act, tellIfDue, { passive: true })
  return () => {
    for (const act of acts) window.removeEventListener(act, tellIfDue)
  }
}
