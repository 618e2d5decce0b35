/** Marks the link that a click anywhere in its row opens. */
export const opensRow = { 'data-opens-row': '' } as const

const MIDDLE = 1

const interactiveElements = 'a, button, input, select, textarea, label, summary, [role="menu"]'

/** Returns the row's link for a click in the row, unless the click had another purpose. */
function linkOfClick(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element)) return undefined
  if (target.closest(interactiveElements)) return undefined
  const row = target.closest('tr, li')
  const link = row?.querySelector<HTMLAnchorElement>('a[data-opens-row]')
  if (!row || !link || isSelectedIn(row)) return undefined
  return link
}

function isSelectedIn(row: Element): boolean {
  const selection = document.getSelection()
  return selection?.type === 'Range' && selection.containsNode(row, true)
}

// The browser decides by the click's keys whether this opens a tab, a window or a background tab.
const openInNewTab = (link: HTMLAnchorElement) => window.open(link.href, '_blank', 'noopener')

function onClick(event: MouseEvent) {
  const link = linkOfClick(event)
  if (!link) return
  if (event.ctrlKey || event.metaKey || event.shiftKey) openInNewTab(link)
  // A simulated click on the link leaves the navigation to the router.
  else if (!event.altKey) link.click()
}

function onAuxClick(event: MouseEvent) {
  const link = event.button === MIDDLE ? linkOfClick(event) : undefined
  if (link) openInNewTab(link)
}

/** Prevents scrolling with the middle button, which some systems start before its click. */
function onMouseDown(event: MouseEvent) {
  if (event.button === MIDDLE && linkOfClick(event)) event.preventDefault()
}

/**
 * The `ref` of a list or a table's body: a click anywhere in a row opens the row's link. Rows are not buttons,
 * because keyboards and assistive technology use the link itself.
 */
export function rowLinks(rows: HTMLElement | null) {
  rows?.addEventListener('click', onClick)
  rows?.addEventListener('auxclick', onAuxClick)
  rows?.addEventListener('mousedown', onMouseDown)
  return () => {
    rows?.removeEventListener('click', onClick)
    rows?.removeEventListener('auxclick', onAuxClick)
    rows?.removeEventListener('mousedown', onMouseDown)
  }
}
