const unseenTags = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD'])

/** Whose text goes on in the line around it. */
const inlineTags = /^(?:a|abbr|b|button|code|em|i|input|kbd|label|small|span|strong|svg|time)$/i

const isClosed = ({ parentElement, tagName }: Element) =>
  parentElement?.tagName === 'DETAILS' &&
  !parentElement.hasAttribute('open') &&
  tagName !== 'SUMMARY'

/** What appears twice, once for each kind of screen: this one is wide. */
const isForNarrow = (element: Element) => element.matches('[class*="mantine-hidden-from-"]')

const isGone = (element: Element) =>
  unseenTags.has(element.tagName) ||
  element.hasAttribute('hidden') ||
  isClosed(element) ||
  isForNarrow(element)

export function displayOf(element: Element): string {
  if (isGone(element)) return 'none'
  const own = element instanceof HTMLElement ? element.style.display : ''
  return own || (inlineTags.test(element.tagName) ? 'inline' : 'block')
}

export function visibilityOf(element: Element): string {
  const said = element.closest<HTMLElement>('[style*="visibility"]')
  return said?.style.visibility || 'visible'
}

function styleOf(element: Element) {
  const values: Record<string, string> = {
    display: displayOf(element),
    visibility: visibilityOf(element),
  }
  return { ...values, getPropertyValue: (name: string) => values[name] ?? '' }
}

/** Looks around with these styles alone: to ask jsdom for all of them takes most of a search's time. */
export function withFewStyles<T>(look: () => T): T {
  const { getComputedStyle } = window
  Object.assign(window, { getComputedStyle: styleOf })
  try {
    return look()
  } finally {
    Object.assign(window, { getComputedStyle })
  }
}
