/** A person who did something this long ago counts as there: their requests follow at once. */
const HERE_FOR_MS = 10_000

/** A person who works without asking the server tells it this often that they do. */
const TELL_EVERY_MS = 60_000

const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

// They opened the page.
let actedAt = Date.now()
let toldAt = actedAt

for (const act of acts) {
  globalThis.addEventListener?.(act, note, { capture: true, passive: true })
}

function note({ isTrusted }: Event) {
  // A script that clicks is no person.
  if (isTrusted) actedAt = Date.now()
}

/**
 * What every request carries, so that a session lasts as long as its person works and no longer: what
 * the page asks by itself, such as after a change elsewhere, must not prolong it.
 */
export function attendance(): { 'X-Unattended'?: '1' } {
  const now = Date.now()
  if (now - actedAt > HERE_FOR_MS) return { 'X-Unattended': '1' }
  toldAt = now
  return {}
}

/**
 * Calls `tell` when the person does something and the server has not heard of them for a while: pages
 * that are kept ask nothing. The answer ends it.
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
