import {
  queryAllByLabelText,
  queryAllByPlaceholderText,
  queryAllByRole,
} from '@testing-library/dom'
import { hand } from './hand.ts'
import { type Exactness, fits, isShown, isTold, shownText, type Words, withText } from './seeing.ts'
import { withFewStyles } from './styles.ts'
import { until } from './until.ts'

type RoleOptions = Exactness & {
  name?: Words
  level?: number
  checked?: boolean
  expanded?: boolean
  pressed?: boolean
  selected?: boolean
  disabled?: boolean
}

type Filter = { hasText?: Words; has?: Locator }

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

  constructor(find: () => Element[], way: string) {
    this.#find = find
    this.#way = way
  }

  toString(): string {
    return this.#way
  }

  elements(): Element[] {
    return [...new Set(this.#find())]
  }

  #then(way: string, step: (element: HTMLElement) => Iterable<Element>): Locator {
    const find = () =>
      this.elements().flatMap((each) => (each instanceof HTMLElement ? [...step(each)] : []))
    return new Locator(find, `${this.#way} › ${way}`)
  }

  #among(way: string, choose: (elements: Element[]) => Element[]): Locator {
    return new Locator(() => choose(this.elements()), `${this.#way} › ${way}`)
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    const { name, exact, disabled, ...states } = options
    return this.#then(`${role} ${name ?? ''}`, (scope) =>
      withFewStyles(() =>
        queryAllByRole(scope, role, {
          ...states,
          // Includes hidden elements: the filter below checks only the elements that match.
          hidden: true,
          ...(name !== undefined && { name: (said) => fits(said, name, { exact }) }),
        }),
      ).filter((each) => isTold(each) && (disabled === undefined || isDisabled(each) === disabled)),
    )
  }

  getByText(text: Words, exactness: Exactness = {}): Locator {
    return this.#then(`text ${text}`, (scope) => withText(scope, text, exactness))
  }

  getByLabel(text: Words, exactness: Exactness = {}): Locator {
    return this.#then(`label ${text}`, (scope) =>
      queryAllByLabelText(scope, (said) => fits(said, text, exactness)),
    )
  }

  getByPlaceholder(text: Words, exactness: Exactness = {}): Locator {
    return this.#then(`placeholder ${text}`, (scope) =>
      queryAllByPlaceholderText(scope, (said) => fits(said, text, exactness)),
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
          (hasText === undefined || fits(each.textContent ?? '', hasText)) &&
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
    return until(() => {
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
    await hand().click(await this.#usable())
  }

  async hover(): Promise<void> {
    await hand().hover(await this.#usable())
  }

  async focus(): Promise<void> {
    const element = await until(() => this.one())
    element.focus()
  }

  async fill(value: string): Promise<void> {
    const element = await this.#usable()
    element.focus()
    await hand().replace(element, value)
  }

  async clear(): Promise<void> {
    await this.fill('')
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    await hand().type(text)
  }

  async press(keys: string): Promise<void> {
    await this.focus()
    await hand().press(keys)
  }

  async check(): Promise<void> {
    await this.#set(true)
  }

  async uncheck(): Promise<void> {
    await this.#set(false)
  }

  async #set(isChecked: boolean): Promise<void> {
    const element = await this.#usable()
    if (element.matches(':checked') !== isChecked) await hand().click(element)
    await until(() => {
      if (this.one().matches(':checked') !== isChecked) throw new Error(`still: ${this.#way}`)
    })
  }

  async selectOption(choice: Choice): Promise<void> {
    const element = await this.#usable()
    await hand().choose(element, typeof choice === 'string' ? choice : choice.label)
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await until(() => this.one())).getAttribute(name)
  }

  async textContent(): Promise<string> {
    return (await until(() => this.one())).textContent ?? ''
  }

  async innerText(): Promise<string> {
    return shownText(await until(() => this.one()))
  }

  async inputValue(): Promise<string> {
    const element = await until(() => this.one())
    return 'value' in element ? String(element.value) : ''
  }

  async allInnerTexts(): Promise<string[]> {
    return this.elements().map(shownText)
  }

  async allTextContents(): Promise<string[]> {
    return this.elements().map(({ textContent }) => textContent ?? '')
  }

  async evaluate<T>(read: (element: HTMLElement) => T): Promise<T> {
    return read(await until(() => this.one()))
  }
}

function onPath(scope: Element, path: string): Element[] {
  const found = document.evaluate(path, scope, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
  return Array.from({ length: found.snapshotLength }, (_, index) =>
    found.snapshotItem(index),
  ).filter((node) => node instanceof Element)
}
