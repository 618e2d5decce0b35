import type { CurrentUser } from '#server/shared/current-user.ts'

const NO_BREAK = '\u00a0'

/**
 * A person with one name, as many providers keep it, in the shape that the pages show. The first
 * plain space ends the first name; further ones of it are kept as spaces that do not break.
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

/** The one name from which `currentUserOf` makes these two again. */
export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName.replaceAll(/\s+/g, NO_BREAK)} ${lastName}`.trim()
