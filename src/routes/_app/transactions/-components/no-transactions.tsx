import { Button } from '@mantine/core'
import { IconFilterOff, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../../components/empty-state.tsx'
import {
  hasFilters,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = { search: TransactionSearch; onClear: () => void }

export function NoTransactions({ search, onClear }: Props) {
  if (hasFilters(search)) {
    return (
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />}
        title={transactions.noMatchTitle}
        text={transactions.noMatch}
        action={
          <Button variant="default" mt="xs" onClick={onClear}>
            {transactions.filters.clear}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<IconReceipt size={28} stroke={1.5} aria-hidden />}
      title={transactions.emptyTitle}
      text={transactions.empty}
      action={
        <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
          {transactions.emptyAction}
        </Button>
      }
    />
  )
}
