import { BOOK_COOKIE, BOOK_HEADER, type Book, bookOfCookies } from '#server/shared/book.ts'
import { config } from './config.ts'

const YEAR_S = 31_536_000

/** The book that this document shows, for as long as it is there: every call says so, and no other answers. */
export const shownBook: Book = config.book ?? bookOfCookies(document.cookie)

export const isLiveBook = shownBook === 'live'

/** What every call carries. */
export const statedBook = { [BOOK_HEADER]: shownBook } as const

/** Where headers cannot go. */
export const withBook = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}book=${shownBook}`

/** In place of a secret key, in examples. */
export const EXAMPLE_KEY = `sk_${shownBook}_…`

const channel = new BroadcastChannel(BOOK_COOKIE)

channel.addEventListener('message', ({ data }: MessageEvent<Book>) => {
  // What is typed there is not lost without a question.
  if (data !== shownBook) location.reload()
})

/** The server sends the page with this book from the next load on. */
function remember(book: Book) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the other way needs https, which a first try has not
  document.cookie = `${BOOK_COOKIE}=${book}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

/** Opens a book in this browser: here at its beginning, since what is on show is not in the other one. */
export function openBook(book: Book) {
  remember(book)
  channel.postMessage(book)
  location.assign('/')
}

/**
 * What was asked was refused, because the server has the other book open: another tab switched, or the person
 * who is here now has no live one. Either way the browser is to show the other.
 */
export function followOpenBook() {
  remember(isLiveBook ? 'test' : 'live')
  location.reload()
}
