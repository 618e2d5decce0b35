import { displayOf, visibilityOf } from './styles.ts'

/** Spaces as a reader sees them: one between words, none around. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\u200b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type Words = string | RegExp

export type Exactness = { exact?: boolean }

/** A piece of the text, whatever the case, unless it is said to be all of it. */
export function fits(text: string, wanted: Words, { exact = false }: Exactness = {}): boolean {
  const found = plain(text)
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags).test(found)
  return exact ? found === plain(wanted) : found.toLowerCase().includes(plain(wanted).toLowerCase())
}

const isRendered = (element: Element): boolean => displayOf(element) !== 'none'

function upwards(element: Element): Element[] {
  const found = [element]
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each)
  return found
}

/** Whether a browser would show it: nothing has a size here, so styles and attributes decide. */
export const isShown = (element: Element): boolean =>
  element.isConnected && visibilityOf(element) !== 'hidden' && upwards(element).every(isRendered)

/** Whether assistive technology is told of it. */
export const isTold = (element: Element): boolean =>
  isShown(element) && upwards(element).every((each) => each.getAttribute('aria-hidden') !== 'true')

/** What is on show of the text inside. */
export function shownText(node: Node): string {
  if (node instanceof Text) return node.data
  if (node instanceof Element && !isRendered(node)) return ''
  return [...node.childNodes].map(shownText).join(' ')
}

/** The smallest elements inside that hold the text. */
export function withText(scope: Element, wanted: Words, exactness: Exactness): Element[] {
  const found: Element[] = []
  const look = (element: Element): boolean => {
    const text = element.textContent ?? ''
    // A pattern with ends may fit a part of what does not fit as a whole; a text cannot.
    const isWorthIt = wanted instanceof RegExp || fits(text, wanted)
    if (!isWorthIt || /^(?:SCRIPT|STYLE|NOSCRIPT|HEAD)$/.test(element.tagName)) return false
    if ([...element.children].map(look).some(Boolean)) return true
    const isHere = fits(text, wanted, exactness)
    if (isHere) found.push(element)
    return isHere
  }
  for (const child of scope.children) look(child)
  return found
}
