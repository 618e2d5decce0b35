/** A merchant's two books: invented money in one, real money in the other. No sum mixes them. */
export const books = ['test', 'live'] as const

export type Book = (typeof books)[number]

export const isBook = (text: unknown): text is Book => books.some((book) => book === text)

/** Cookie with the book that a browser opens. It contains no secret and grants no access. */
export const BOOK_COOKIE = 'incasso-book'

/** Header with the book that the calling page shows; when a request cannot send headers, the URL has it as `book`. */
export const BOOK_HEADER = 'x-incasso-book'

/** Returns the book in a `Cookie` header; a merchant without a live book opens the test book. */
export function bookOfCookies(header: string | undefined): Book {
  const [, requested] = /(?:^|;\s*)incasso-book=(\w+)/.exec(header ?? '') ?? []
  return requested === 'live' ? 'live' : 'test'
}
