import { BOOK_COOKIE, BOOK_HEADER, type Book, bookOfCookies } from '#server/shared/book.ts'
import { config } from './config.ts'

const YEAR_S = 31_536_000

/**
 * The book, test or live, of this document until it is reloaded. Every call states it, and the server answers
 * for no other.
 */
export const shownBook: Book = config.book ?? bookOfCookies(document.cookie)

export const isLiveBook = shownBook === 'live'

/** The header that every call of the API carries. */
export const bookHeader = { [BOOK_HEADER]: shownBook } as const

/** Adds the book to a URL, for requests that cannot carry headers. */
export const withBook = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}book=${shownBook}`

/** A placeholder for a secret key in examples. */
export const EXAMPLE_KEY = `sk_${shownBook}_…`

const channel = new BroadcastChannel(BOOK_COOKIE)

channel.addEventListener('message', ({ data }: MessageEvent<Book>) => {
  // The browser still asks before a reload discards unsaved form data.
  if (data !== shownBook) location.reload()
})

/** Sets the cookie by which the server sends the page with this book from the next load on. */
function storeBook(book: Book) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the other way needs https, which a first try has not
  document.cookie = `${BOOK_COOKIE}=${book}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

/** Opens a book in this browser, at the start page: the record on show does not exist in the other book. */
export function openBook(book: Book) {
  storeBook(book)
  channel.postMessage(book)
  location.assign('/')
}

/**
 * Switches to the other book after the server refused a call for the wrong one. Either another tab switched,
 * or the person no longer has a live book.
 */
export function switchToOpenBook() {
  storeBook(isLiveBook ? 'test' : 'live')
  location.reload()
}
