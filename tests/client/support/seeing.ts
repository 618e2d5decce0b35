import { displayOf, visibilityOf } from './styles.ts'

/** Normalizes white space as a reader sees it: one space between words, none at the ends. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\u200b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type Words = string | RegExp

export type Exactness = { exact?: boolean }

/** Matches a part of the text and ignores case. With `exact` it matches the whole text in the same case. */
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

/** Returns whether a browser would show the element. Styles and attributes decide, because nothing has a size here. */
export const isShown = (element: Element): boolean =>
  element.isConnected && visibilityOf(element) !== 'hidden' && upwards(element).every(isRendered)

/** Returns whether assistive technology announces the element. */
export const isTold = (element: Element): boolean =>
  isShown(element) && upwards(element).every((each) => each.getAttribute('aria-hidden') !== 'true')

/** Returns the visible part of the text inside. */
export function shownText(node: Node): string {
  if (node instanceof Text) return node.data
  if (node instanceof Element && !isRendered(node)) return ''
  return [...node.childNodes].map(shownText).join(' ')
}

/** Returns the smallest elements inside that contain the text. */
export function withText(scope: Element, wanted: Words, exactness: Exactness): Element[] {
  const found: Element[] = []
  const look = (element: Element): boolean => {
    const text = element.textContent ?? ''
    // An anchored pattern may match a child although it does not match the parent. A text cannot.
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
