import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import {
  paymentMethodNames,
  paymentMethods,
  TransactionSort,
  TransactionStatus,
  transactionSorts,
  transactionStatuses,
} from '#server/features/transactions/transactions.schema.ts'
import { currencies } from '#server/shared/money.ts'
import { LinkChip } from '../../../../components/chip.tsx'
import { DateChip } from '../../../../components/date-chip.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import {
  hasFilters,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { useCompact } from '../../../../lib/use-narrow.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { AmountChip } from './amount-chip.tsx'
import { ChoiceChip } from './choice-chip.tsx'
import { FinalChip } from './final-chip.tsx'
import { SearchBox } from './search-box.tsx'

const texts = transactions.filters

export type FilterProps = {
  search: TransactionSearch
  /** The name of the customer that the list is narrowed to, once a row tells it. */
  customerName: string | undefined
  onChange: (changed: Partial<TransactionSearch>) => void
  onClear: () => void
}

const statusOptions = [
  { value: '', label: transactions.allStatus },
  ...transactionStatuses.map((value) => ({ value, label: transactions.statuses[value] })),
]

const sortOptions = transactionSorts.map((value) => ({ value, label: transactions.sorts[value] }))

export function TransactionFilters({ search, customerName, onChange, onClear }: FilterProps) {
  const isCompact = useCompact()
  const { timezone } = useSignedIn().merchant
  return (
    <Stack gap="sm" role="search" aria-label={texts.label}>
      <Group gap="sm" align="end">
        <SearchBox
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
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
      </Group>
      <Group gap="xs">
        <FinalChip search={search} onChange={onChange} />
        <ChoiceChip
          add={texts.add.paymentMethod}
          options={paymentMethods}
          value={search.paymentMethod}
          nameOf={(method) => paymentMethodNames[method]}
          describe={texts.method}
          onChange={(paymentMethod) => onChange({ paymentMethod })}
        />
        <ChoiceChip
          add={texts.add.currency}
          options={currencies}
          value={search.currency}
          nameOf={(currency) => currency}
          describe={texts.currency}
          onChange={(currency) => onChange({ currency })}
        />
        <AmountChip search={search} onChange={onChange} />
        <DateChip days={search} timezone={timezone} onChange={onChange} />
        <LinkChips search={search} customerName={customerName} onChange={onChange} />
        {hasFilters(search) && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** The filters that only links bring along. */
function LinkChips({ search, customerName, onChange }: Omit<FilterProps, 'onClear'>) {
  const { customerId, weekday, slot } = search
  const moment = texts.moment(weekday, slot)
  return (
    <>
      {customerId && (
        <LinkChip
          label={texts.customer(customerName ?? customerId)}
          onRemove={() => onChange({ customerId: undefined })}
        />
      )}
      {moment && (
        <LinkChip
          label={moment}
          onRemove={() => onChange({ weekday: undefined, slot: undefined })}
        />
      )}
    </>
  )
}
