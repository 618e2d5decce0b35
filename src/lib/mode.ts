import { MODE_COOKIE, MODE_HEADER, type Mode, modeOfCookies } from '#server/shared/mode.ts'
import { config } from './config.ts'
import { mayDiscardForms } from './unsaved-forms.ts'

const YEAR_S = 31_536_000

/**
 * The mode of this document until a reload: 'test' or 'live'. Every call sends the mode, and the server
 * refuses calls for the other mode.
 */
export const shownMode: Mode = config.book ?? modeOfCookies(document.cookie)

/** True in live mode, false in test mode. */
export const isLiveMode = shownMode === 'live'

/** The header that states the mode, test or live, on every call of the API. */
export const modeHeader = { [MODE_HEADER]: shownMode } as const

/** Adds the mode, test or live, to a URL, for requests that cannot carry headers. */
export const withMode = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}book=${shownMode}`

/** A placeholder for a secret API key of the current mode, for code examples. */
export const EXAMPLE_KEY = `sk_${shownMode}_…`

const channel = new BroadcastChannel(MODE_COOKIE)

channel.addEventListener('message', ({ data }: MessageEvent<Mode>) => {
  // The browser still asks before a reload discards unsaved form data.
  if (data !== shownMode) location.reload()
})

/** Stores the mode in a cookie, by which the server chooses the mode of the next page load. */
function storeMode(mode: Mode) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore needs HTTPS, which a local trial does not have
  document.cookie = `${MODE_COOKIE}=${mode}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

/**
 * Switches this browser to test mode or live mode and opens the start page: the shown record does not exist
 * in the other mode. A person who keeps an unsaved form stays in the current mode.
 */
export async function openMode(mode: Mode): Promise<void> {
  if (!(await mayDiscardForms())) return
  storeMode(mode)
  channel.postMessage(mode)
  location.assign('/')
}

/**
 * Switches between test mode and live mode after the server refused a call for the current mode. Either
 * another tab switched the mode, or the person can no longer use live mode.
 */
export function switchToOpenMode() {
  storeMode(isLiveMode ? 'test' : 'live')
  location.reload()
}
