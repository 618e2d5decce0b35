import { expect } from 'vitest'
import { Locator } from './locator.ts'
import { Page } from './page.ts'
import { DEFAULT_TIMEOUT_MS, retryUntilPassed } from './retry-until.ts'
import {
  isShown,
  matchesText,
  normalizeSpace,
  shownText,
  type TextPattern,
} from './visible-text.ts'

type TimeoutOptions = { timeout?: number }
type TextOptions = TimeoutOptions & { useInnerText?: boolean }

/** Matchers with the names of the browser tests. Each waits until its condition is true. */
type ScreenMatchers = {
  toBeVisible: (options?: TimeoutOptions) => Promise<void>
  toBeHidden: (options?: TimeoutOptions) => Promise<void>
  toBeFocused: () => Promise<void>
  toBeChecked: () => Promise<void>
  toBeDisabled: () => Promise<void>
  toBeEnabled: () => Promise<void>
  toHaveCount: (count: number, options?: TimeoutOptions) => Promise<void>
  toHaveText: (text: TextPattern | TextPattern[], options?: TimeoutOptions) => Promise<void>
  toContainText: (text: TextPattern, options?: TextOptions) => Promise<void>
  toHaveValue: (value: TextPattern) => Promise<void>
  toHaveAttribute: (name: string, value: TextPattern) => Promise<void>
  toHaveURL: (url: TextPattern) => Promise<void>
  toHaveTitle: (title: TextPattern) => Promise<void>
  toHaveAccessibleDescription: (text: TextPattern) => Promise<void>
}

declare module 'vitest' {
  interface Matchers<T> extends ScreenMatchers {}
}

/** The value found, and whether it matches. */
type MatchResult = { pass: boolean; found: unknown }
type MatcherContext = { isNot?: boolean }

async function waitForMatch(
  context: MatcherContext,
  expectation: string,
  check: () => MatchResult,
  { timeout }: TimeoutOptions = {},
) {
  const isNot = Boolean(context.isNot)
  let last: MatchResult = { pass: isNot, found: undefined }
  try {
    await retryUntilPassed(() => {
      last = check()
      if (last.pass === isNot) throw new Error('not yet')
    }, timeout ?? DEFAULT_TIMEOUT_MS)
  } catch (error) {
    if (last.found === undefined) last = { ...last, found: error }
  }
  const message = () => `expected ${isNot ? 'not ' : ''}${expectation}, found ${last.found}`
  return { pass: last.pass, message }
}

/** Matches a text as a whole, or a pattern anywhere in it. */
const matchesWhole = (text: string, expectation: TextPattern) =>
  matchesText(text, expectation, { exact: true })

const asLocator = (received: unknown): Locator => {
  if (received instanceof Locator) return received
  throw new TypeError('This can be expected of a locator only')
}

const asPage = (received: unknown): Page => {
  if (received instanceof Page) return received
  throw new TypeError('This can be expected of a page only')
}

/** Makes a matcher for exactly one element. With none or several it fails, also when it is negated. */
const matcherForOne =
  <Rest extends unknown[]>(
    describeExpectation: (...rest: Rest) => string,
    check: (element: HTMLElement, ...rest: Rest) => MatchResult,
    timeoutOf: (...rest: Rest) => TimeoutOptions | undefined = () => undefined,
  ) =>
  (context: MatcherContext, received: unknown, ...rest: Rest) => {
    const locator = asLocator(received)
    const checkOne = () => {
      const elements = locator.elements()
      if (elements.length !== 1) {
        return { pass: Boolean(context.isNot), found: `${elements.length} elements` }
      }
      return check(locator.one(), ...rest)
    }
    return waitForMatch(
      context,
      `${locator} ${describeExpectation(...rest)}`,
      checkOne,
      timeoutOf(...rest),
    )
  }

const isDisabled = (element: Element) => element.matches(':disabled')

const checkVisible = (locator: Locator): MatchResult => {
  const elements = locator.elements()
  const [first] = elements
  if (elements.length > 1) throw new Error(`${elements.length} elements at ${locator}`)
  return { pass: first !== undefined && isShown(first), found: first?.outerHTML ?? 'nothing' }
}

const matchAttribute = matcherForOne(
  (name: string, value: TextPattern) => `has ${name} ${value}`,
  (element, name, value) => {
    const found = element.getAttribute(name)
    return { pass: found !== null && matchesWhole(found, value), found }
  },
)

const matchText = matcherForOne<[text: TextPattern, options?: TimeoutOptions]>(
  (text) => `reads ${text}`,
  (element, text) => {
    const found = element.textContent ?? ''
    return { pass: matchesWhole(found, text), found: normalizeSpace(found) }
  },
  (_text, options) => options,
)

const matchPart = matcherForOne<[text: TextPattern, options?: TextOptions]>(
  (text) => `contains ${text}`,
  (element, text, options) => {
    const found = options?.useInnerText ? shownText(element) : (element.textContent ?? '')
    const pass =
      text instanceof RegExp
        ? matchesText(found, text)
        : normalizeSpace(found).includes(normalizeSpace(text))
    return { pass, found: normalizeSpace(found) }
  },
  (_text, options) => options,
)

const value = matcherForOne(
  (expectation: TextPattern) => `has the value ${expectation}`,
  (element, expectation) => {
    const found = 'value' in element ? String(element.value) : ''
    const pass = expectation instanceof RegExp ? expectation.test(found) : found === expectation
    return { pass, found }
  },
)

const matchDescription = matcherForOne(
  (expectation: TextPattern) => `is described by ${expectation}`,
  (element, expectation) => {
    const ids = element.getAttribute('aria-describedby')?.split(/\s+/) ?? []
    const found = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return { pass: matchesWhole(found, expectation), found }
  },
)

const matchFocused = matcherForOne(
  () => 'has the focus',
  (element) => ({
    pass: document.activeElement === element,
    found: document.activeElement?.outerHTML,
  }),
)

const matchChecked = matcherForOne(
  () => 'is checked',
  (element) => ({
    pass: element.matches(':checked, [aria-checked="true"]'),
    found: element.outerHTML,
  }),
)

const matchDisabled = matcherForOne(
  () => 'is disabled',
  (element) => ({ pass: isDisabled(element), found: element.outerHTML }),
)

const matchEnabled = matcherForOne(
  () => 'is enabled',
  (element) => ({ pass: !isDisabled(element), found: element.outerHTML }),
)

expect.extend({
  toBeVisible(received: unknown, options?: TimeoutOptions) {
    const locator = asLocator(received)
    return waitForMatch(this, `${locator} to be visible`, () => checkVisible(locator), options)
  },
  toBeHidden(received: unknown, options?: TimeoutOptions) {
    const locator = asLocator(received)
    const check = () => {
      const { pass, found } = checkVisible(locator)
      return { pass: !pass, found }
    }
    return waitForMatch(this, `${locator} to be hidden`, check, options)
  },
  toHaveCount(received: unknown, count: number, options?: TimeoutOptions) {
    const locator = asLocator(received)
    const check = () => {
      const found = locator.elements().length
      return { pass: found === count, found }
    }
    return waitForMatch(this, `${count} of ${locator}`, check, options)
  },
  toHaveText(received: unknown, text: TextPattern | TextPattern[], options?: TimeoutOptions) {
    if (!Array.isArray(text)) return matchText(this, received, text, options)
    const locator = asLocator(received)
    const check = () => {
      const found = locator.elements().map(({ textContent }) => normalizeSpace(textContent ?? ''))
      const pass =
        found.length === text.length &&
        text.every((each, index) => matchesWhole(found[index] ?? '', each))
      return { pass, found: found.join(' | ') }
    }
    return waitForMatch(this, `${locator} to read ${text.join(' | ')}`, check, options)
  },
  toContainText(received: unknown, text: TextPattern, options?: TextOptions) {
    return matchPart(this, received, text, options)
  },
  toHaveValue(received: unknown, expectation: TextPattern) {
    return value(this, received, expectation)
  },
  toHaveAttribute(received: unknown, name: string, expectation: TextPattern) {
    return matchAttribute(this, received, name, expectation)
  },
  toBeFocused(received: unknown) {
    return matchFocused(this, received)
  },
  toBeChecked(received: unknown) {
    return matchChecked(this, received)
  },
  toBeDisabled(received: unknown) {
    return matchDisabled(this, received)
  },
  toBeEnabled(received: unknown) {
    return matchEnabled(this, received)
  },
  toHaveURL(received: unknown, url: TextPattern) {
    const page = asPage(received)
    const check = () => {
      const found = page.url()
      const pass = url instanceof RegExp ? url.test(found) : found === url || page.path() === url
      return { pass, found }
    }
    return waitForMatch(this, `the address to be ${url}`, check)
  },
  toHaveAccessibleDescription(received: unknown, expectation: TextPattern) {
    return matchDescription(this, received, expectation)
  },
  toHaveTitle(received: unknown, title: TextPattern) {
    asPage(received)
    const check = () => ({ pass: matchesWhole(document.title, title), found: document.title })
    return waitForMatch(this, `the title to be ${title}`, check)
  },
})
