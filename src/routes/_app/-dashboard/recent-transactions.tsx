import { Anchor, Button, Group, Paper, Skeleton, Stack, Table, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { MoneyText } from '../../../components/money-text.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { TransactionCards } from '../../../features/transactions/transaction-cards.tsx'
import { TransactionLink } from '../../../features/transactions/transaction-link.tsx'
import { useTransactions } from '../../../features/transactions/use-transactions.ts'
import { useCompact } from '../../../lib/use-narrow.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import { transactions } from '../../../texts/transactions.ts'
import { recentInput } from './prefetch.ts'

export function RecentTransactions() {
  const { data: page, error, refetch, isFetching } = useTransactions(recentInput)
  return (
    <Paper component="section" aria-label={dashboard.recent.title}>
      <Group justify="space-between" px="md" py="sm">
        <Title order={2}>{dashboard.recent.title}</Title>
        <Anchor size="sm" renderRoot={(props) => <Link to="/transactions" {...props} />}>
          {dashboard.recent.all}
        </Anchor>
      </Group>
      {error && !page ? (
        <ErrorState
          title={dashboard.recent.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !page ? (
        <RecentSkeleton />
      ) : page.data.length === 0 ? (
        <NothingYet />
      ) : (
        <Rows rows={page.data} />
      )}
    </Paper>
  )
}

function RecentSkeleton() {
  return (
    <Stack gap="md" p="md" aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height="1.5rem" />
      ))}
    </Stack>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title={dashboard.recent.empty}
      text={dashboard.recent.emptyHelp}
      action={
        <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
          {dashboard.recent.emptyAction}
        </Button>
      }
    />
  )
}

function Rows({ rows }: { rows: Transaction[] }) {
  const { timezone } = useSignedIn().merchant
  const isCompact = useCompact()
  if (isCompact) {
    return <TransactionCards rows={rows} timezone={timezone} label={dashboard.recent.title} />
  }
  const { columns } = transactions
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.id}</Table.Th>
            <Table.Th>{columns.customer}</Table.Th>
            <Table.Th ta="right">{columns.amount}</Table.Th>
            <Table.Th>{columns.status}</Table.Th>
            <Table.Th>{columns.date}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <TransactionLink transaction={row} />
              </Table.Td>
              <Table.Td>{row.customerName}</Table.Td>
              <Table.Td ta="right">
                <MoneyText amount={row.amount} currency={row.currency} />
              </Table.Td>
              <Table.Td>
                <StatusBadge status={row.status} />
              </Table.Td>
              <Table.Td>
                <DateText at={row.createdAt} timezone={timezone} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
