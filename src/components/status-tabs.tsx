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
  current: S | undefined
  renderTab: (status: S | undefined, link: TabLink) => ReactNode
}

/** One for each status of a list, and one for all of them. A group: the navigation is the one in the menu. */
export function StatusTabs<S extends string>({ label, statuses, current, renderTab }: Props<S>) {
  return (
    <div role="group" aria-label={label} className={classes.tabs}>
      {[undefined, ...statuses].map((status) =>
        renderTab(status, {
          className: classes.tab,
          // Where the tabs are swiped, the present one is in sight.
          ref: status === current ? showInRow : undefined,
          'aria-current': status === current ? 'page' : undefined,
        }),
      )}
    </div>
  )
}

function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (row) row.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - row.clientWidth)
}
