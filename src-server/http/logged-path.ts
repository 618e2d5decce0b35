import { holdsCardNumber } from '../shared/card-number.ts'

/** A key that somebody put into an address by mistake must not be kept. */
const secretInPath = /(?:sk_(?:test|live)|whsec)_[\w+/=-]+/g

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** An address as it may be written down: without its query, which may hold names, secrets or cards. */
export function loggedPath(url: string): string {
  const path = (url.split('?')[0] ?? '').replace(secretInPath, 'sk_…')
  return holdsCardNumber(decoded(path)) ? '(an address with a card number)' : path
}
