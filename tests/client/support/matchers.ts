import { expect } from 'vitest'
import { Locator } from './locator.ts'
import { Page } from './page.ts'
import { fits, isShown, plain, shownText, type Words } from './seeing.ts'
import { PATIENCE_MS, until } from './until.ts'

type Patience = { timeout?: number }
type Reading = Patience & { useInnerText?: boolean }

/** Matchers with the names of the browser tests. Each waits until its condition is true. */
type ScreenMatchers = {
  toBeVisible: (options?: Patience) => Promise<void>
  toBeHidden: (options?: Patience) => Promise<void>
  toBeFocused: () => Promise<void>
  toBeChecked: () => Promise<void>
  toBeDisabled: () => Promise<void>
  toBeEnabled: () => Promise<void>
  toHaveCount: (count: number, options?: Patience) => Promise<void>
  toHaveText: (text: Words | Words[], options?: Patience) => Promise<void>
  toContainText: (text: Words, options?: Reading) => Promise<void>
  toHaveValue: (value: Words) => Promise<void>
  toHaveAttribute: (name: string, value: Words) => Promise<void>
  toHaveURL: (url: Words) => Promise<void>
  toHaveTitle: (title: Words) => Promise<void>
  toHaveAccessibleDescription: (text: Words) => Promise<void>
}

declare module 'vitest' {
  interface Matchers<T> extends ScreenMatchers {}
}

/** The value found, and whether it matches. */
type Look = { pass: boolean; found: unknown }
type Where = { isNot?: boolean }

async function watched(where: Where, wanted: string, look: () => Look, { timeout }: Patience = {}) {
  const isNot = Boolean(where.isNot)
  let last: Look = { pass: isNot, found: undefined }
  try {
    await until(() => {
      last = look()
      if (last.pass === isNot) throw new Error('not yet')
    }, timeout ?? PATIENCE_MS)
  } catch (error) {
    if (last.found === undefined) last = { ...last, found: error }
  }
  const message = () => `expected ${isNot ? 'not ' : ''}${wanted}, found ${last.found}`
  return { pass: last.pass, message }
}

/** Matches a text as a whole, or a pattern anywhere in it. */
const isAll = (text: string, wanted: Words) => fits(text, wanted, { exact: true })

const asLocator = (received: unknown): Locator => {
  if (received instanceof Locator) return received
  throw new TypeError('This can be expected of a locator only')
}

const asPage = (received: unknown): Page => {
  if (received instanceof Page) return received
  throw new TypeError('This can be expected of a page only')
}

/** Makes a matcher for exactly one element. With none or several it fails, also when it is negated. */
const ofOne =
  <Rest extends unknown[]>(
    say: (...rest: Rest) => string,
    look: (element: HTMLElement, ...rest: Rest) => Look,
    patienceOf: (...rest: Rest) => Patience | undefined = () => undefined,
  ) =>
  (where: Where, received: unknown, ...rest: Rest) => {
    const locator = asLocator(received)
    const lookAtOne = () => {
      const elements = locator.elements()
      if (elements.length !== 1) {
        return { pass: Boolean(where.isNot), found: `${elements.length} elements` }
      }
      return look(locator.one(), ...rest)
    }
    return watched(where, `${locator} ${say(...rest)}`, lookAtOne, patienceOf(...rest))
  }

const isDisabled = (element: Element) => element.matches(':disabled')

const visible = (locator: Locator): Look => {
  const elements = locator.elements()
  const [first] = elements
  if (elements.length > 1) throw new Error(`${elements.length} elements at ${locator}`)
  return { pass: first !== undefined && isShown(first), found: first?.outerHTML ?? 'nothing' }
}

const ofAttribute = ofOne(
  (name: string, value: Words) => `has ${name} ${value}`,
  (element, name, value) => {
    const found = element.getAttribute(name)
    return { pass: found !== null && isAll(found, value), found }
  },
)

const words = ofOne<[text: Words, options?: Patience]>(
  (text) => `reads ${text}`,
  (element, text) => {
    const found = element.textContent ?? ''
    return { pass: isAll(found, text), found: plain(found) }
  },
  (_text, options) => options,
)

const pieces = ofOne<[text: Words, options?: Reading]>(
  (text) => `contains ${text}`,
  (element, text, options) => {
    const found = options?.useInnerText ? shownText(element) : (element.textContent ?? '')
    const pass = text instanceof RegExp ? fits(found, text) : plain(found).includes(plain(text))
    return { pass, found: plain(found) }
  },
  (_text, options) => options,
)

const value = ofOne(
  (wanted: Words) => `has the value ${wanted}`,
  (element, wanted) => {
    const found = 'value' in element ? String(element.value) : ''
    const pass = wanted instanceof RegExp ? wanted.test(found) : found === wanted
    return { pass, found }
  },
)

const description = ofOne(
  (wanted: Words) => `is described by ${wanted}`,
  (element, wanted) => {
    const ids = element.getAttribute('aria-describedby')?.split(/\s+/) ?? []
    const found = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return { pass: isAll(found, wanted), found }
  },
)

const focused = ofOne(
  () => 'has the focus',
  (element) => ({
    pass: document.activeElement === element,
    found: document.activeElement?.outerHTML,
  }),
)

const checked = ofOne(
  () => 'is checked',
  (element) => ({
    pass: element.matches(':checked, [aria-checked="true"]'),
    found: element.outerHTML,
  }),
)

const disabled = ofOne(
  () => 'is disabled',
  (element) => ({ pass: isDisabled(element), found: element.outerHTML }),
)

const enabled = ofOne(
  () => 'is enabled',
  (element) => ({ pass: !isDisabled(element), found: element.outerHTML }),
)

expect.extend({
  toBeVisible(received: unknown, options?: Patience) {
    const locator = asLocator(received)
    return watched(this, `${locator} to be visible`, () => visible(locator), options)
  },
  toBeHidden(received: unknown, options?: Patience) {
    const locator = asLocator(received)
    const look = () => {
      const { pass, found } = visible(locator)
      return { pass: !pass, found }
    }
    return watched(this, `${locator} to be hidden`, look, options)
  },
  toHaveCount(received: unknown, count: number, options?: Patience) {
    const locator = asLocator(received)
    const look = () => {
      const found = locator.elements().length
      return { pass: found === count, found }
    }
    return watched(this, `${count} of ${locator}`, look, options)
  },
  toHaveText(received: unknown, text: Words | Words[], options?: Patience) {
    if (!Array.isArray(text)) return words(this, received, text, options)
    const locator = asLocator(received)
    const look = () => {
      const found = locator.elements().map(({ textContent }) => plain(textContent ?? ''))
      const pass =
        found.length === text.length && text.every((each, index) => isAll(found[index] ?? '', each))
      return { pass, found: found.join(' | ') }
    }
    return watched(this, `${locator} to read ${text.join(' | ')}`, look, options)
  },
  toContainText(received: unknown, text: Words, options?: Reading) {
    return pieces(this, received, text, options)
  },
  toHaveValue(received: unknown, wanted: Words) {
    return value(this, received, wanted)
  },
  toHaveAttribute(received: unknown, name: string, wanted: Words) {
    return ofAttribute(this, received, name, wanted)
  },
  toBeFocused(received: unknown) {
    return focused(this, received)
  },
  toBeChecked(received: unknown) {
    return checked(this, received)
  },
  toBeDisabled(received: unknown) {
    return disabled(this, received)
  },
  toBeEnabled(received: unknown) {
    return enabled(this, received)
  },
  toHaveURL(received: unknown, url: Words) {
    const page = asPage(received)
    const look = () => {
      const found = page.url()
      const pass = url instanceof RegExp ? url.test(found) : found === url || page.path() === url
      return { pass, found }
    }
    return watched(this, `the address to be ${url}`, look)
  },
  toHaveAccessibleDescription(received: unknown, wanted: Words) {
    return description(this, received, wanted)
  },
  toHaveTitle(received: unknown, title: Words) {
    asPage(received)
    const look = () => ({ pass: isAll(document.title, title), found: document.title })
    return watched(this, `the title to be ${title}`, look)
  },
})
