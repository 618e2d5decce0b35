import { Link } from '@tanstack/react-router'
import classes from '#client/components/list/status-tabs.module.css'
import { tabLink } from '#client/components/list/status-tabs.tsx'
import { money } from '#client/texts/en/money.ts'

/** Links between the two lists about money. */
export function MoneySections({ current }: { current: 'payouts' | 'entries' }) {
  return (
    <nav aria-label={money.sections} className={classes.tabs}>
      <Link to="/money" activeOptions={{ exact: true }} {...tabLink(current === 'payouts')}>
        {money.payoutsTab}
      </Link>
      <Link to="/money/entries" {...tabLink(current === 'entries')}>
        {money.entriesTab}
      </Link>
    </nav>
  )
}
