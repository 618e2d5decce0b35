import {
  queryAllByLabelText,
  queryAllByPlaceholderText,
  queryAllByRole,
} from '@testing-library/dom'
import { retryUntilPassed } from './retry-until.ts'
import { withFewStyles } from './styles.ts'
import { currentUser } from './user-actions.ts'
import {
  findByText,
  isAnnounced,
  isShown,
  type MatchOptions,
  matchesText,
  shownText,
  type TextPattern,
} from './visible-text.ts'

type RoleOptions = MatchOptions & {
  name?: TextPattern
  level?: number
  checked?: boolean
  expanded?: boolean
  pressed?: boolean
  selected?: boolean
  disabled?: boolean
}

type Filter = { hasText?: TextPattern; has?: Locator }

type Choice = string | { label: string }

const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null

/**
 * A query for elements of the page, run again at each use. It has the API of the browser tests' locators, so that a
 * test reads the same in both.
 */
export class Locator {
  readonly #find: () => Element[]
  readonly #way: string

  constructor(find: () => Element[], description: string) {
    this.#find = find
    this.#way = description
  }

  toString(): string {
    return this.#way
  }

  elements(): Element[] {
    return [...new Set(this.#find())]
  }

  #then(description: string, step: (element: HTMLElement) => Iterable<Element>): Locator {
    const find = () =>
      this.elements().flatMap((each) => (each instanceof HTMLElement ? [...step(each)] : []))
    return new Locator(find, `${this.#way} › ${description}`)
  }

  #among(description: string, choose: (elements: Element[]) => Element[]): Locator {
    return new Locator(() => choose(this.elements()), `${this.#way} › ${description}`)
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    const { name, exact, disabled, ...states } = options
    return this.#then(`${role} ${name ?? ''}`, (scope) =>
      withFewStyles(() =>
        queryAllByRole(scope, role, {
          ...states,
          // Includes hidden elements: the filter below checks only the elements that match.
          hidden: true,
          ...(name !== undefined && {
            name: (candidate) => matchesText(candidate, name, { exact }),
          }),
        }),
      ).filter(
        (each) => isAnnounced(each) && (disabled === undefined || isDisabled(each) === disabled),
      ),
    )
  }

  getByText(text: TextPattern, matchOptions: MatchOptions = {}): Locator {
    return this.#then(`text ${text}`, (scope) => findByText(scope, text, matchOptions))
  }

  getByLabel(text: TextPattern, matchOptions: MatchOptions = {}): Locator {
    return this.#then(`label ${text}`, (scope) =>
      queryAllByLabelText(scope, (candidate) => matchesText(candidate, text, matchOptions)),
    )
  }

  getByPlaceholder(text: TextPattern, matchOptions: MatchOptions = {}): Locator {
    return this.#then(`placeholder ${text}`, (scope) =>
      queryAllByPlaceholderText(scope, (candidate) => matchesText(candidate, text, matchOptions)),
    )
  }

  /** Finds elements by a CSS selector. `..` is the parent, and `xpath=` begins an XPath. */
  locator(selector: string): Locator {
    return this.#then(selector, (scope) => {
      if (selector === '..') return scope.parentElement ? [scope.parentElement] : []
      if (selector.startsWith('xpath=')) return onPath(scope, selector.slice('xpath='.length))
      return scope.querySelectorAll(selector)
    })
  }

  filter({ hasText, has }: Filter): Locator {
    return this.#among(`with ${hasText ?? has}`, (elements) =>
      elements.filter(
        (each) =>
          (hasText === undefined || matchesText(each.textContent ?? '', hasText)) &&
          (has === undefined || has.elements().some((other) => each.contains(other))),
      ),
    )
  }

  or(other: Locator): Locator {
    return this.#among(`or ${other}`, (elements) => [...elements, ...other.elements()])
  }

  nth(index: number): Locator {
    return this.#among(`no. ${index}`, (elements) => elements.slice(index).slice(0, 1))
  }

  first(): Locator {
    return this.nth(0)
  }

  last(): Locator {
    return this.nth(-1)
  }

  /** Returns the only element. Throws when there is none, or when several make the test ambiguous. */
  one(): HTMLElement {
    const elements = this.elements()
    const [element] = elements
    if (!(element instanceof HTMLElement) || elements.length > 1) {
      throw new Error(`${elements.length} elements at ${this.#way}`)
    }
    return element
  }

  /** Waits until the only element is visible and enabled, and returns it. */
  async #usable(): Promise<HTMLElement> {
    return retryUntilPassed(() => {
      const element = this.one()
      if (!isShown(element)) throw new Error(`not on show: ${this.#way}`)
      if (isDisabled(element)) throw new Error(`disabled: ${this.#way}`)
      return element
    })
  }

  async count(): Promise<number> {
    return this.elements().length
  }

  async all(): Promise<Locator[]> {
    return this.elements().map((_, index) => this.nth(index))
  }

  async click(): Promise<void> {
    await currentUser().click(await this.#usable())
  }

  async hover(): Promise<void> {
    await currentUser().hover(await this.#usable())
  }

  async focus(): Promise<void> {
    const element = await retryUntilPassed(() => this.one())
    element.focus()
  }

  async fill(value: string): Promise<void> {
    const element = await this.#usable()
    element.focus()
    await currentUser().replace(element, value)
  }

  async clear(): Promise<void> {
    await this.fill('')
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    await currentUser().type(text)
  }

  async press(keys: string): Promise<void> {
    await this.focus()
    await currentUser().press(keys)
  }

  async check(): Promise<void> {
    await this.#set(true)
  }

  async uncheck(): Promise<void> {
    await this.#set(false)
  }

  async #set(isChecked: boolean): Promise<void> {
    const element = await this.#usable()
    if (element.matches(':checked') !== isChecked) await currentUser().click(element)
    await retryUntilPassed(() => {
      if (this.one().matches(':checked') !== isChecked) throw new Error(`still: ${this.#way}`)
    })
  }

  async selectOption(choice: Choice): Promise<void> {
    const element = await this.#usable()
    await currentUser().choose(element, typeof choice === 'string' ? choice : choice.label)
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await retryUntilPassed(() => this.one())).getAttribute(name)
  }

  async textContent(): Promise<string> {
    return (await retryUntilPassed(() => this.one())).textContent ?? ''
  }

  async innerText(): Promise<string> {
    return shownText(await retryUntilPassed(() => this.one()))
  }

  async inputValue(): Promise<string> {
    const element = await retryUntilPassed(() => this.one())
    return 'value' in element ? String(element.value) : ''
  }

  async allInnerTexts(): Promise<string[]> {
    return this.elements().map(shownText)
  }

  async allTextContents(): Promise<string[]> {
    return this.elements().map(({ textContent }) => textContent ?? '')
  }

  async evaluate<T>(read: (element: HTMLElement) => T): Promise<T> {
    return read(await retryUntilPassed(() => this.one()))
  }
}

function onPath(scope: Element, path: string): Element[] {
  const found = document.evaluate(path, scope, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
  return Array.from({ length: found.snapshotLength }, (_, index) =>
    found.snapshotItem(index),
  ).filter((node) => node instanceof Element)
}
