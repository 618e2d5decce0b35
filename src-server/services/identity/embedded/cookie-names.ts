/**
 * What the names of our cookies begin with. `__Host-` binds a cookie to this very host: browsers take
 * it over https alone, for the whole host and without a domain, so no sibling host can plant one.
 */
export const cookiePrefix = (isSecure: boolean): string => (isSecure ? '__Host-incasso' : 'incasso')

/** What every cookie of ours has. Each is for the whole host, as its prefix demands. */
export const cookieAttributes = (isSecure: boolean): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
