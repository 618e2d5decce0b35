import { Link } from '@tanstack/react-router'
import classes from '#client/components/list/status-tabs.module.css'
import { tabLink } from '#client/components/list/status-tabs.tsx'
import { money } from '#client/texts/en/money.ts'
import { months } from '#client/texts/en/months.ts'

/** Links between the pages about money. */
export function MoneySections({ current }: { current: 'payouts' | 'entries' | 'months' }) {
  return (
    <nav aria-label={money.sections} className={classes.tabs}>
      <Link to="/money" activeOptions={{ exact: true }} {...tabLink(current === 'payouts')}>
        {money.payoutsTab}
      </Link>
      <Link to="/money/entries" {...tabLink(current === 'entries')}>
        {money.entriesTab}
      </Link>
      <Link to="/money/months" {...tabLink(current === 'months')}>
        {months.tab}
      </Link>
    </nav>
  )
}
