const hiddenTags = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD'])

/** Elements whose text continues the line around them. */
const inlineTags = /^(?:a|abbr|b|button|code|em|i|input|kbd|label|small|span|strong|svg|time)$/i

const isClosed = ({ parentElement, tagName }: Element) =>
  parentElement?.tagName === 'DETAILS' &&
  !parentElement.hasAttribute('open') &&
  tagName !== 'SUMMARY'

/** Matches the narrow variant of content that appears twice, once for each kind of screen. This screen is wide. */
const isForNarrow = (element: Element) =>
  element.getAttribute('class')?.includes('mantine-hidden-from-') ?? false

const isHidden = (element: Element) =>
  hiddenTags.has(element.tagName) ||
  element.hasAttribute('hidden') ||
  isClosed(element) ||
  isForNarrow(element)

export function displayOf(element: Element): string {
  if (isHidden(element)) return 'none'
  const inlineDisplay = element instanceof HTMLElement ? element.style.display : ''
  return inlineDisplay || (inlineTags.test(element.tagName) ? 'inline' : 'block')
}

export function visibilityOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each instanceof HTMLElement && each.getAttribute('style')?.includes('visibility')) {
      return each.style.visibility || 'visible'
    }
  }
  return 'visible'
}

function styleOf(element: Element) {
  const values: Record<string, string> = {
    display: displayOf(element),
    visibility: visibilityOf(element),
  }
  return { ...values, getPropertyValue: (name: string) => values[name] ?? '' }
}

/** Runs a search with only these styles, because computing all styles in jsdom takes most of a search's time. */
export function withFewStyles<T>(search: () => T): T {
  const { getComputedStyle } = window
  Object.assign(window, { getComputedStyle: styleOf })
  try {
    return search()
  } finally {
    Object.assign(window, { getComputedStyle })
  }
}
