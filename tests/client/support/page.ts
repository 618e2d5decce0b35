import { Locator } from './locator.ts'
import type { Network } from './network.ts'
import { ORIGIN } from './network.ts'
import { retryUntilPassed } from './retry-until.ts'
import type { Screen } from './screen.tsx'
import { currentUser, startUserSession } from './user-actions.ts'
import type { MatchOptions, TextPattern } from './visible-text.ts'

/** Response to a call without the screen, with the API of the browser tests. */
export type ApiResponse = {
  ok: () => boolean
  status: () => number
  text: () => Promise<string>
  json: () => Promise<unknown>
}

type ApiCall = (path: string, options?: { data?: object }) => Promise<ApiResponse>

type Role = Parameters<Locator['getByRole']>

/** A browser tab that shows the product. */
export class Page {
  readonly network: Network
  readonly #everything = new Locator(() => [document.documentElement], 'page')
  #screen: Screen | undefined

  constructor(network: Network) {
    this.network = network
    startUserSession()
  }

  /** Loads the page at this path. */
  async goto(path: string): Promise<void> {
    await this.close()
    readDocument(await (await this.#call('GET', path)).text())
    // The imported modules read the document's configuration once, when they load.
    const { openScreen } = await import('./screen.tsx')
    this.#screen = openScreen(path)
  }

  async reload(): Promise<void> {
    await this.goto(this.path())
  }

  async goBack(): Promise<void> {
    this.#open().history.back()
  }

  /** Closes the page, and waits for its open requests. */
  async close(): Promise<void> {
    // Modules would keep the state of an open dialog after the page, unlike in a browser.
    if (document.querySelector('[role="dialog"]')) await currentUser().press('Escape')
    this.#screen?.close()
    this.#screen = undefined
    await this.network.settled()
  }

  /** Returns the path, query and fragment of the URL. */
  path(): string {
    return this.#open().history.location.href
  }

  url(): string {
    return ORIGIN + this.path()
  }

  getByRole(role: Role[0], options?: Role[1]): Locator {
    return this.#everything.getByRole(role, options)
  }

  getByText(text: TextPattern, matchOptions?: MatchOptions): Locator {
    return this.#everything.getByText(text, matchOptions)
  }

  getByLabel(text: TextPattern, matchOptions?: MatchOptions): Locator {
    return this.#everything.getByLabel(text, matchOptions)
  }

  getByPlaceholder(text: TextPattern, matchOptions?: MatchOptions): Locator {
    return this.#everything.getByPlaceholder(text, matchOptions)
  }

  locator(selector: string): Locator {
    return this.#everything.locator(selector)
  }

  readonly keyboard = {
    press: (keys: string) => currentUser().press(keys),
    type: (text: string) => currentUser().type(text),
  }

  readonly clipboard = (): Promise<string> => navigator.clipboard.readText()

  /** Calls the API with the page's session, without the screens. */
  readonly request: Record<'get' | 'post' | 'put' | 'patch' | 'delete', ApiCall> = {
    get: (path) => this.#call('GET', path),
    post: (path, options) => this.#call('POST', path, options?.data),
    put: (path, options) => this.#call('PUT', path, options?.data),
    delete: (path, options) => this.#call('DELETE', path, options?.data),
    patch: (path, options) => this.#call('PATCH', path, options?.data),
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.network.isOffline = isOffline
    Object.defineProperty(navigator, 'onLine', { value: !isOffline, configurable: true })
    window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'))
  }

  /** Resolves when no request was open for 100 ms, because a response may cause another request. */
  async idle(): Promise<void> {
    let idleSince = Number.POSITIVE_INFINITY
    await retryUntilPassed(() => {
      if (!this.network.isIdle) idleSince = Number.POSITIVE_INFINITY
      else idleSince = Math.min(idleSince, performance.now())
      if (performance.now() - idleSince < 100) throw new Error('the page still asks')
    })
  }

  #open(): Screen {
    if (!this.#screen) throw new Error('the page is not open')
    return this.#screen
  }

  async #call(method: string, path: string, data?: object): Promise<ApiResponse> {
    const response = await this.network.send({
      url: new URL(path, ORIGIN),
      method,
      headers: data ? { 'content-type': 'application/json' } : {},
      body: data && JSON.stringify(data),
    })
    const text = await response.text()
    return {
      ok: () => response.ok,
      status: () => response.status,
      text: async () => text,
      json: async () => JSON.parse(text) as unknown,
    }
  }
}

/** Takes configuration, language and title from a document that the server sent. */
export function readDocument(html: string): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  if (!parsed.querySelector('meta[name="incasso-config"]')) throw new Error(`no page: ${html}`)
  for (const name of ['incasso-config', 'incasso-script']) {
    document.head.querySelector(`meta[name="${name}"]`)?.remove()
    const meta = parsed.querySelector(`meta[name="${name}"]`)
    if (meta) document.head.append(meta)
  }
  document.documentElement.lang = parsed.documentElement.lang
  document.title = parsed.title
}
