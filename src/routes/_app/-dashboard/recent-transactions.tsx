import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { LatestTransactions } from '../../../features/transactions/latest-transactions.tsx'
import { dashboard } from '../../../texts/dashboard.ts'
import { recentInput } from './prefetch.ts'

export function RecentTransactions() {
  const { timezone } = useSignedIn().merchant
  return (
    <LatestTransactions
      input={recentInput}
      timezone={timezone}
      about="customer"
      texts={dashboard.recent}
      link={
        <Anchor size="sm" renderRoot={(props) => <Link to="/transactions" {...props} />}>
          {dashboard.recent.all}
        </Anchor>
      }
    />
  )
}
