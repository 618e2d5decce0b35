import type { ReactNode } from 'react'
import classes from './status-tabs.module.css'

/** What a tab gives to its link, whose page alone knows the address. */
export type TabLink = {
  className: string | undefined
  ref: ((tab: HTMLElement | null) => void) | undefined
  'aria-current': 'page' | undefined
}

type Props<S extends string> = {
  label: string
  statuses: readonly S[]
  /** Null where a further tab is the present one. */
  current: S | undefined | null
  renderTab: (status: S | undefined, link: TabLink) => ReactNode
  /** A further tab, beside those of the statuses. */
  further?: ReactNode
}

export const tabLink = (isCurrent: boolean): TabLink => ({
  className: classes.tab,
  // Where the tabs are swiped, the present one is in sight.
  ref: isCurrent ? showInRow : undefined,
  'aria-current': isCurrent ? 'page' : undefined,
})

/** One for each status of a list, and one for all of them. A group: the navigation is the one in the menu. */
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
  if (row) row.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - row.clientWidth)
}
