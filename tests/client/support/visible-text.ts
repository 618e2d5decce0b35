import { displayOf, visibilityOf } from './styles.ts'

/** Normalizes white space as a reader sees it: one space between words, none at the ends. */
export const normalizeSpace = (text: string): string =>
  text
    .replaceAll(/\u200b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type TextPattern = string | RegExp

export type MatchOptions = { exact?: boolean }

/** Matches a part of the text and ignores case. With `exact` it matches the whole text in the same case. */
export function matchesText(
  text: string,
  pattern: TextPattern,
  { exact = false }: MatchOptions = {},
): boolean {
  const found = normalizeSpace(text)
  if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags).test(found)
  return exact
    ? found === normalizeSpace(pattern)
    : found.toLowerCase().includes(normalizeSpace(pattern).toLowerCase())
}

const isRendered = (element: Element): boolean => displayOf(element) !== 'none'

function selfAndAncestors(element: Element): Element[] {
  const found = [element]
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each)
  return found
}

/** Returns whether a browser would show the element. Styles and attributes decide, because nothing has a size here. */
export const isShown = (element: Element): boolean =>
  element.isConnected &&
  visibilityOf(element) !== 'hidden' &&
  selfAndAncestors(element).every(isRendered)

/** Returns whether assistive technology announces the element. */
export const isAnnounced = (element: Element): boolean =>
  isShown(element) &&
  selfAndAncestors(element).every((each) => each.getAttribute('aria-hidden') !== 'true')

/** Returns the visible part of the text inside. */
export function shownText(node: Node): string {
  if (node instanceof Text) return node.data
  if (node instanceof Element && !isRendered(node)) return ''
  return [...node.childNodes].map(shownText).join(' ')
}

/** Returns the element's children. Reading `children` costs jsdom a search by name at each access. */
function childrenOf(element: Element): Element[] {
  const found: Element[] = []
  for (let each = element.firstElementChild; each; each = each.nextElementSibling) found.push(each)
  return found
}

/** Returns the smallest elements inside that contain the text. */
export function findByText(
  scope: Element,
  pattern: TextPattern,
  matchOptions: MatchOptions,
): Element[] {
  const found: Element[] = []
  const search = (element: Element): boolean => {
    const text = element.textContent ?? ''
    // An anchored pattern may match a child although it does not match the parent. A text cannot.
    const mayContain = pattern instanceof RegExp || matchesText(text, pattern)
    if (!mayContain || /^(?:SCRIPT|STYLE|NOSCRIPT|HEAD)$/.test(element.tagName)) return false
    if (childrenOf(element).map(search).some(Boolean)) return true
    const isMatch = matchesText(text, pattern, matchOptions)
    if (isMatch) found.push(element)
    return isMatch
  }
  for (const child of childrenOf(scope)) search(child)
  return found
}
