import { Button, Group, NativeSelect, Pill } from '@mantine/core'
import { paymentMethodNames } from '#server/features/transactions/transactions.schema.ts'
import {
  TransactionSort,
  TransactionStatus,
  transactionSorts,
  transactionStatuses,
} from '#server/features/transactions/transactions.schema.ts'
import {
  hasFilters,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { useCompact } from '../../../../lib/use-narrow.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = {
  search: TransactionSearch
  onChange: (changed: Partial<TransactionSearch>) => void
  onClear: () => void
}

const statusOptions = [
  { value: '', label: transactions.allStatus },
  ...transactionStatuses.map((value) => ({ value, label: transactions.statuses[value] })),
]

const sortOptions = transactionSorts.map((value) => ({ value, label: transactions.sorts[value] }))

export function TransactionFilters({ search, onChange, onClear }: Props) {
  const isCompact = useCompact()
  return (
    <Group gap="sm" align="end">
      <NativeSelect
        label={transactions.statusLabel}
        data={statusOptions}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: TransactionStatus.safeParse(value).data })
        }
      />
      {isCompact && (
        <NativeSelect
          label={transactions.sortLabel}
          data={sortOptions}
          value={search.sort}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: TransactionSort.safeParse(value).data })
          }
        />
      )}
      {chipsOf(search).map(({ key, label }) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          onRemove={() => onChange({ [key]: undefined })}
          removeButtonProps={{
            'aria-label': transactions.removeFilter(label),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {label}
        </Pill>
      ))}
      {hasFilters(search) && (
        <Button variant="subtle" onClick={onClear}>
          {transactions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

/** The filters that links bring along and that have no field of their own. */
function chipsOf({ currency, paymentMethod, customerId }: TransactionSearch) {
  const chips: { key: 'currency' | 'paymentMethod' | 'customerId'; label: string }[] = []
  if (currency) chips.push({ key: 'currency', label: transactions.currencyFilter(currency) })
  if (paymentMethod) {
    const label = transactions.methodFilter(paymentMethodNames[paymentMethod])
    chips.push({ key: 'paymentMethod', label })
  }
  if (customerId) chips.push({ key: 'customerId', label: transactions.customerFilter })
  return chips
}
