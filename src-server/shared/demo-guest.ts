/** A guest's address: the page makes it up together with a password that it forgets at once. */
const guest = /^demo-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@example\.com$/

export const isDemoGuest = (email: string): boolean => guest.test(email)
