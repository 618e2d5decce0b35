export const PATIENCE_MS = 60_000

/** How long a state that no element tells of, such as a field's value, may go unnoticed. */
const GLANCE_MS = 40

/** Tries again after each change of the page until it works; then or too late it says what it found. */
export async function until<T>(attempt: () => T, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await change()
  }
}

/** The page's next change, or that it is worth another look anyway. */
function change(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new MutationObserver(done)
    const timer = setTimeout(done, GLANCE_MS)
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
}
