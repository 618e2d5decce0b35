import { SimpleGrid } from '@mantine/core'
import { Page } from '../../../components/page.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { shell } from '../../../texts/shell.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { Controls } from './controls.tsx'
import { RevenueCard } from './revenue-card.tsx'
import { SuccessRateCard } from './success-rate-card.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { TopPeriods } from './top-periods.tsx'

type Props = { search: AnalyticsSearch; onChange: (changed: Partial<AnalyticsSearch>) => void }

export function AnalyticsPage({ search, onChange }: Props) {
  const { merchant } = useSignedIn()
  const currency = search.currency ?? merchant.currency
  return (
    <Page title={shell.pages.analytics}>
      <Controls search={search} currency={currency} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <RevenueCard search={search} currency={currency} />
        <SuccessRateCard search={search} currency={currency} />
      </SimpleGrid>
      <SummaryCards chosen={search.currency} currency={currency} />
      <TopPeriods chosen={search.currency} currency={currency} />
    </Page>
  )
}
