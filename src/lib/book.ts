import { BOOK_COOKIE, BOOK_HEADER, type Book, bookOfCookies } from '#server/shared/book.ts'
import { config } from './config.ts'
import { mayDiscardForms } from './unsaved-forms.ts'

const YEAR_S = 31_536_000

/**
 * The mode of this document until a reload: 'test' or 'live'. Every call sends the mode, and the server
 * refuses calls for the other one.
 */
export const shownBook: Book = config.book ?? bookOfCookies(document.cookie)

/** True in live mode, false in test mode. */
export const isLiveBook = shownBook === 'live'

/** The header that states the mode, test or live, on every call of the API. */
export const bookHeader = { [BOOK_HEADER]: shownBook } as const

/** Adds the mode, test or live, to a URL, for requests that cannot carry headers. */
export const withBook = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}book=${shownBook}`

/** A placeholder for a secret API key of the current mode, for code examples. */
export const EXAMPLE_KEY = `sk_${shownBook}_…`

const channel = new BroadcastChannel(BOOK_COOKIE)

channel.addEventListener('message', ({ data }: MessageEvent<Book>) => {
  // The browser still asks before a reload discards unsaved form data.
  if (data !== shownBook) location.reload()
})

/** Stores the mode in a cookie, by which the server chooses the mode of the next page load. */
function storeBook(book: Book) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore needs HTTPS, which a local trial does not have
  document.cookie = `${BOOK_COOKIE}=${book}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

/**
 * Switches this browser to test mode or live mode and opens the start page: the shown record does not exist in the
 * other mode. A person who keeps an unsaved form stays in the current mode.
 */
export async function openBook(book: Book): Promise<void> {
  if (!(await mayDiscardForms())) return
  storeBook(book)
  channel.postMessage(book)
  location.assign('/')
}

/**
 * Switches between test mode and live mode after the server refused a call for the current mode. Either
 * another tab switched the mode, or the person can no longer use live mode.
 */
export function switchToOpenBook() {
  storeBook(isLiveBook ? 'test' : 'live')
  location.reload()
}
