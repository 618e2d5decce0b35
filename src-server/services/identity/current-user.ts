import type { CurrentUser } from '#server/shared/current-user.ts'

const NO_BREAK = '\u00a0'

/**
 * Splits a person's single name, as many providers store it, into the two names that pages show. The first plain space
 * ends the first name. A first name's own spaces are stored as non-breaking spaces.
 */
export function currentUserOf(user: {
  id: string
  email: string
  name: string
  image?: string | null
}): CurrentUser {
  const [first = '', ...rest] = user.name.trim().split(/[ \t]+/)
  return {
    id: user.id,
    email: user.email,
    firstName: first.replaceAll(NO_BREAK, ' '),
    lastName: rest.join(' '),
    profileImageUrl: user.image ?? '',
  }
}

/** Returns the single name that `currentUserOf` splits into these two again. */
export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName.replaceAll(/\s+/g, NO_BREAK)} ${lastName}`.trim()
