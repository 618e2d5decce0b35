/** Requests within this time after a person's action count as theirs. */
const ACTIVE_FOR_MS = 10_000

/** Minimum pause between notifications to the server while a person works without requests. */
const REPORT_EVERY_MS = 60_000

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

// Opening the page counts as an action.
let lastActivityAt = Date.now()
let lastReportAt = lastActivityAt

for (const act of activityEvents) {
  globalThis.addEventListener?.(act, recordActivity, { capture: true, passive: true })
}

function recordActivity({ isTrusted }: Event) {
  // Clicks by a script do not count.
  if (isTrusted) lastActivityAt = Date.now()
}

/**
 * Returns the header that marks a request as unattended when the person has not used the page recently. Requests that
 * the page sends by itself, such as after a change elsewhere, must not prolong the session.
 */
export function userActivity(): { 'X-Unattended'?: '1' } {
  const now = Date.now()
  if (now - lastActivityAt > ACTIVE_FOR_MS) return { 'X-Unattended': '1' }
  lastReportAt = now
  return {}
}

/**
 * Calls `report` on a person's action when the server has had no attended request for a while: cached pages
 * send none. The returned function stops it.
 */
export function startActivityReports(report: () => void): () => void {
  const reportIfDue = ({ isTrusted }: Event) => {
    if (!isTrusted || Date.now() - lastReportAt < REPORT_EVERY_MS) return
    lastReportAt = Date.now()
    report()
  }
  for (const act of activityEvents) window.addEventListener(act, reportIfDue, { passive: true })
  return () => {
    for (const act of activityEvents) window.removeEventListener(act, reportIfDue)
  }
}
