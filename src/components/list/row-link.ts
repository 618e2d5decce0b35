/** On the one link of a row that the rest of the row stands for. */
export const opensRow = { 'data-opens-row': '' } as const

const MIDDLE = 1

const ownPurpose = 'a, button, input, select, textarea, label, summary, [role="menu"]'

/** The link that a click on this place of a row means, unless the click was for something else. */
function linkMeant(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element)) return undefined
  if (target.closest(ownPurpose)) return undefined
  const row = target.closest('tr, li')
  const link = row?.querySelector<HTMLAnchorElement>('a[data-opens-row]')
  if (!row || !link || isSelectedIn(row)) return undefined
  return link
}

function isSelectedIn(row: Element): boolean {
  const selection = document.getSelection()
  return selection?.type === 'Range' && selection.containsNode(row, true)
}

// The browser reads from the click itself whether that is a tab, a window, or a tab behind this one.
const openBeside = (link: HTMLAnchorElement) => window.open(link.href, '_blank', 'noopener')

function onClick(event: MouseEvent) {
  const link = linkMeant(event)
  if (!link) return
  if (event.ctrlKey || event.metaKey || event.shiftKey) openBeside(link)
  // As if the link had been clicked: the router takes it from there.
  else if (!event.altKey) link.click()
}

function onAuxClick(event: MouseEvent) {
  const link = event.button === MIDDLE ? linkMeant(event) : undefined
  if (link) openBeside(link)
}

/** Some systems scroll with the middle button, which would come before its click. */
function onMouseDown(event: MouseEvent) {
  if (event.button === MIDDLE && linkMeant(event)) event.preventDefault()
}

/**
 * For the `ref` of a list or a table's body: a click anywhere in a row opens what its link opens. The
 * keyboard and assistive technology have the link itself, so rows are no buttons.
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
