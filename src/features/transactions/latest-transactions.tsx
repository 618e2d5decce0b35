import { Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListTransactions } from '#server/features/transactions/transactions.schema.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { transactions } from '../../texts/transactions.ts'
import { TransactionTable } from './transaction-table.tsx'
import { useTransactions } from './use-transactions.ts'

type Props = {
  input: Partial<ListTransactions>
  timezone: string
  about: 'customer' | 'method'
  texts: { title: string; failed: string; empty: string; emptyHelp: string }
  /** Leads to all of them. */
  link: ReactNode
}

/** A section with the newest payments, in every state. */
export function LatestTransactions({ input, timezone, about, texts, link }: Props) {
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
        <EmptyState
          title={texts.empty}
          text={texts.emptyHelp}
          action={
            <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
              {transactions.emptyAction}
            </Button>
          }
        />
      ) : (
        <TransactionTable rows={page.data} timezone={timezone} label={texts.title} about={about} />
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
