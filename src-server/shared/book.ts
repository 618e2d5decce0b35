/** A merchant's two books: invented money in the one, real money in the other. No sum has both. */
export const books = ['test', 'live'] as const

export type Book = (typeof books)[number]

export const isBook = (text: unknown): text is Book => books.some((book) => book === text)

/** Says which book a browser opens. It holds no secret, and opens nothing by itself. */
export const BOOK_COOKIE = 'incasso-book'

/** Which book the page shows that calls; where headers cannot go, it stands in the address as `book`. */
export const BOOK_HEADER = 'x-incasso-book'

/** The book that a `Cookie` header asks for; a merchant without a live one opens its test book. */
export function bookOfCookies(header: string | undefined): Book {
  const [, asked] = /(?:^|;\s*)incasso-book=(\w+)/.exec(header ?? '') ?? []
  return asked === 'live' ? 'live' : 'test'
}
