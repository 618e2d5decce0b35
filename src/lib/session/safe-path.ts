/** Returns the path to open after sign-in: only a path of Incasso, so that no link can redirect to another site. */
export function safePath(requested: string | undefined, fallback = '/'): string {
  if (!requested?.startsWith('/') || requested.startsWith('//')) return fallback
  try {
    const url = new URL(requested, window.location.origin)
    if (url.origin !== window.location.origin) return fallback
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return fallback
  }
}
