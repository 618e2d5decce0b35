import type { ReactNode } from 'react'
import classes from './status-tabs.module.css'

/** Props that a tab passes to its link. Only the page knows the link's URL. */
export type TabLink = {
  className: string | undefined
  ref: ((tab: HTMLElement | null) => void) | undefined
  'aria-current': 'page' | undefined
}

type Props<S extends string> = {
  label: string
  statuses: readonly S[]
  /** Null while the further tab is selected. */
  current: S | undefined | null
  renderTab: (status: S | undefined, link: TabLink) => ReactNode
  /** An additional tab after the status tabs. */
  further?: ReactNode
}

/** Returns the props of a tab's link; `isCurrent` marks the selected tab. */
export const tabLink = (isCurrent: boolean): TabLink => ({
  className: classes.tab,
  // Scrolls the selected tab into view where the tabs do not all fit.
  ref: isCurrent ? showInRow : undefined,
  'aria-current': isCurrent ? 'page' : undefined,
})

/**
 * Tabs for each status of a list and for all statuses. They have the role of a group, because the menu is the page's
 * navigation.
 */
export function StatusTabs<S extends string>(props: Props<S>) {
  const { label, statuses, current, renderTab, further } = props
  return (
    <div role="group" aria-label={label} className={classes.tabs}>
      {[undefined, ...statuses].map((status) => renderTab(status, tabLink(status === current)))}
      {further}
    </div>
  )
}

function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (!row) return
  // In the next frame, whose layout is needed anyway: here it would be computed twice.
  requestAnimationFrame(() => {
    row.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - row.clientWidth)
  })
}
