/** The path to go to after sign-in: only one of our own, so that a link cannot send people elsewhere. */
export function safePath(wanted: string | undefined, fallback = '/'): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return fallback
  try {
    const url = new URL(wanted, window.location.origin)
    if (url.origin !== window.location.origin) return fallback
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return fallback
  }
}
