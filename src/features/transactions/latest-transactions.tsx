import { Button, Group, Paper, Skeleton, Stack, Table, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type {
  ListedPayment,
  ListTransactions,
} from '#server/features/transactions/transactions.schema.ts'
import classes from './latest-transactions.module.css'
import { PaymentStatus } from './payment-status.tsx'
import { CustomerLink, TransactionCards, TransactionLink } from './transaction-cards.tsx'
import { useTransactions } from './use-transactions.ts'

type Props = {
  input: Partial<ListTransactions>
  timezone: string
  about: 'customer' | 'method'
  texts: { title: string; failed: string; empty: string; emptyHelp: string }
  /** The link to the full list. */
  link: ReactNode
  /** The action offered when there are no payments. */
  emptyAction?: ReactNode
}

/** A section with the newest payments of every status. */
export function LatestTransactions(props: Props) {
  const { input, timezone, about, texts, link, emptyAction = <TakePayment /> } = props
  const { data: page, error, refetch, isFetching } = useTransactions(input)
  return (
    <Paper component="section" aria-label={texts.title}>
      <Group justify="space-between" px="md" py="sm">
        <Title order={2}>{texts.title}</Title>
        {link}
      </Group>
      {error && !page ? (
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !page ? (
        <RowSkeletons />
      ) : page.data.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyHelp} action={emptyAction} />
      ) : (
        <TransactionTable rows={page.data} timezone={timezone} label={texts.title} about={about} />
      )}
    </Paper>
  )
}

const TakePayment = () => (
  <EditorsOnly>
    <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
      {transactions.emptyAction}
    </Button>
  </EditorsOnly>
)

function RowSkeletons() {
  return (
    <Stack gap="md" p="md" aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height="1.5rem" />
      ))}
    </Stack>
  )
}

type TransactionTableProps = {
  rows: ListedPayment[]
  timezone: string
  label: string
  /** Subject of the second column: the payer, or the payment method where the page is already about one payer. */
  about: 'customer' | 'method'
}

const { columns } = transactions

/** A short table without sorting and decisions; the payments page has both. */
function TransactionTable({ rows, timezone, label, about }: TransactionTableProps) {
  const isCompact = useCompact()
  if (isCompact) return <TransactionCards rows={rows} timezone={timezone} label={label} />
  return (
    <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{columns.id}</Table.Th>
          <Table.Th>{columns[about]}</Table.Th>
          <Table.Th ta="right">{columns.amount}</Table.Th>
          <Table.Th>{columns.status}</Table.Th>
          <Table.Th>{columns.date}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={rowLinks}>
        {rows.map((row) => (
          <Table.Tr key={row.id} className={classes.row}>
            <Table.Td>
              <TransactionLink transaction={row} />
            </Table.Td>
            <Table.Td className={classes.about}>
              {about === 'customer' ? (
                <CustomerLink transaction={row} />
              ) : (
                methodNames[row.paymentMethod]
              )}
            </Table.Td>
            <Table.Td ta="right" fw={600}>
              <MoneyText amount={row.amount} currency={row.currency} />
            </Table.Td>
            <Table.Td>
              <PaymentStatus payment={row} timezone={timezone} />
            </Table.Td>
            <Table.Td>
              <DateText at={row.createdAt} timezone={timezone} isBrief />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
