/** Returns the path to open after sign-in: only one of our own, so that a link cannot redirect to another site. */
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
