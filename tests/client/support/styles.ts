const unseenTags = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD'])

/** Elements whose text continues the line around them. */
const inlineTags = /^(?:a|abbr|b|button|code|em|i|input|kbd|label|small|span|strong|svg|time)$/i

const isClosed = ({ parentElement, tagName }: Element) =>
  parentElement?.tagName === 'DETAILS' &&
  !parentElement.hasAttribute('open') &&
  tagName !== 'SUMMARY'

/** Matches the narrow variant of content that appears twice, once for each kind of screen. This screen is wide. */
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

/** Runs a search with only these styles, because computing all styles in jsdom takes most of a search's time. */
export function withFewStyles<T>(look: () => T): T {
  const { getComputedStyle } = window
  Object.assign(window, { getComputedStyle: styleOf })
  try {
    return look()
  } finally {
    Object.assign(window, { getComputedStyle })
  }
}
