import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Page } from '#client/components/page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { SuspendedNotice } from '#client/features/session/suspended-notice.tsx'
import { LatestTransactions } from '#client/features/transactions/latest-transactions.tsx'
import { isSpecMode } from '#client/lib/language-for.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import { GetStarted } from './get-started.tsx'
import { MethodsCard } from './methods-card.tsx'
import { recentInput } from './prefetch.ts'
import { StatCards } from './stat-cards.tsx'
import { TodayStrip } from './today-strip.tsx'
import { VolumeCard } from './volume-card.tsx'

export function DashboardPage() {
  const { data: stats } = trpc.dashboard.stats.useQuery()
  const isNew = stats?.totalTransactions === 0
  return (
    <Page title={shell.pages.dashboard}>
      <SuspendedNotice />
      {isNew && <GetStarted />}
      <TodayStrip />
      <StatCards isBrief={isNew} />
      {!isNew && <GetStarted />}
      {/* Without any payment both charts would be empty; the specification's mode still shows them. */}
      {(!isNew || isSpecMode) && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <VolumeCard />
          <MethodsCard />
        </SimpleGrid>
      )}
      <RecentTransactions />
    </Page>
  )
}

function RecentTransactions() {
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
