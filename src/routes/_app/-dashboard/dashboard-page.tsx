import { SimpleGrid } from '@mantine/core'
import { Page } from '../../../components/page.tsx'
import { SuspendedNotice } from '../../../features/session/suspended-notice.tsx'
import { shell } from '../../../texts/shell.ts'
import { MethodsCard } from './methods-card.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { StatCards } from './stat-cards.tsx'
import { VolumeCard } from './volume-card.tsx'

export function DashboardPage() {
  return (
    <Page title={shell.pages.dashboard}>
      <SuspendedNotice />
      <StatCards />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <VolumeCard />
        <MethodsCard />
      </SimpleGrid>
      <RecentTransactions />
    </Page>
  )
}
