export const DEFAULT_TIMEOUT_MS = 60_000

/** Milliseconds until a change is noticed that no element shows, such as that of a field's value. */
const POLL_INTERVAL_MS = 40

/** Retries after each change of the page until the attempt succeeds. Throws its last error after the time limit. */
export async function retryUntilPassed<T>(
  attempt: () => T,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await waitForChange()
  }
}

/** Resolves at the next change of the page, or after a short time without one. */
function waitForChange(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new MutationObserver(done)
    const timer = setTimeout(done, POLL_INTERVAL_MS)
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
}
