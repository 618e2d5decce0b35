import { Anchor, Button, Group, Paper, Skeleton, Stack, Table, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  paymentMethodNames,
  type Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { EmptyState } from '../../../../components/empty-state.tsx'
import { ErrorState } from '../../../../components/error-state.tsx'
import { MoneyText } from '../../../../components/money-text.tsx'
import { StatusBadge } from '../../../../components/status-badge.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { TransactionCards } from '../../../../features/transactions/transaction-cards.tsx'
import { TransactionLink } from '../../../../features/transactions/transaction-link.tsx'
import { latestPayments } from '../../../../features/customers/latest-payments.ts'
import { useTransactions } from '../../../../features/transactions/use-transactions.ts'
import { useCompact } from '../../../../lib/use-narrow.ts'
import { customers } from '../../../../texts/customers.ts'
import { dashboard } from '../../../../texts/dashboard.ts'
import { transactions } from '../../../../texts/transactions.ts'

const texts = customers.detail

type Props = { customerId: string }

export function CustomerPayments({ customerId }: Props) {
  const { data: page, error, refetch, isFetching } = useTransactions(latestPayments(customerId))
  return (
    <Paper component="section" aria-label={texts.latest}>
      <Group justify="space-between" px="md" py="sm">
        <Title order={2}>{texts.latest}</Title>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/transactions" search={{ customerId }} />}
        >
          {texts.allPayments}
        </Anchor>
      </Group>
      {error && !page ? (
        <ErrorState
          title={texts.latestFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !page ? (
        <RowSkeletons />
      ) : page.data.length === 0 ? (
        <EmptyState
          title={texts.noPayments}
          text={texts.latestEmpty}
          action={
            <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
              {dashboard.recent.emptyAction}
            </Button>
          }
        />
      ) : (
        <Rows rows={page.data} />
      )}
    </Paper>
  )
}

function RowSkeletons() {
  return (
    <Stack gap="md" p="md" aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height="1.5rem" />
      ))}
    </Stack>
  )
}

function Rows({ rows }: { rows: Transaction[] }) {
  const { timezone } = useSignedIn().merchant
  const isCompact = useCompact()
  if (isCompact) return <TransactionCards rows={rows} timezone={timezone} label={texts.latest} />
  const { columns } = transactions
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={texts.latest}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.id}</Table.Th>
            <Table.Th ta="right">{columns.amount}</Table.Th>
            <Table.Th>{columns.method}</Table.Th>
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
              <Table.Td ta="right" fw={600}>
                <MoneyText amount={row.amount} currency={row.currency} />
              </Table.Td>
              <Table.Td>{paymentMethodNames[row.paymentMethod]}</Table.Td>
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
