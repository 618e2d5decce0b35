/**
 * Matches a demo guest's e-mail address. The dashboard invents the address together with a password, which it does not
 * keep.
 */
const guest = /^demo-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@example\.com$/

/** Returns true if the e-mail address is one that the dashboard generated for a visitor of the demo. */
export const isDemoGuest = (email: string): boolean => guest.test(email)
