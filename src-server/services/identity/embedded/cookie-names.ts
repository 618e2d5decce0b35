/**
 * Returns the prefix of our cookie names. `__Host-` binds a cookie to this host: browsers accept it over https only,
 * for the whole host and without a domain. So no sibling host can set one.
 */
export const cookiePrefix = (isSecure: boolean): string => (isSecure ? '__Host-incasso' : 'incasso')

/** Returns the attributes of all our cookies. The `__Host-` prefix requires `Path=/`. */
export const cookieAttributes = (isSecure: boolean): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
