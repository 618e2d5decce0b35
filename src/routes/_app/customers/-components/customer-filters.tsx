import { Group, NativeSelect } from '@mantine/core'
import { LinkChip } from '#client/components/list/chip.tsx'
import { SearchField } from '#client/components/list/search-field.tsx'
import {
  CustomerListSort,
  type CustomerSearch,
  customerSorts,
} from '#client/features/customers/customer-search.ts'
import { formatMonth } from '#client/lib/words/days.ts'
import { customers } from '#client/texts/en/customers.ts'
import { lists } from '#client/texts/en/lists.ts'
import {
  CustomerStatus,
  customerStatuses,
} from '#server/features/customers/customer-enums.schema.ts'
import classes from './customers.module.css'

type Props = {
  search: CustomerSearch
  onChange: (changed: Partial<CustomerSearch>) => void
}

const statusOptions = [
  { value: '', label: customers.allStatuses },
  ...customerStatuses.map((value) => ({ value, label: customers.statuses[value] })),
]

const sortOptions = customerSorts.map((value) => ({ value, label: customers.sorts[value] }))

export function CustomerFilters({ search, onChange }: Props) {
  return (
    <Group
      gap="sm"
      align="end"
      role="search"
      aria-label={customers.filters}
      className={classes.filters}
    >
      <SearchField
        label={customers.search}
        placeholder={customers.searchPlaceholder}
        clearLabel={lists.clearSearch}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <NativeSelect
        label={lists.statusLabel}
        className={classes.choice}
        data={statusOptions}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: CustomerStatus.safeParse(value).data })
        }
      />
      <NativeSelect
        label={lists.sortLabel}
        className={classes.choice}
        data={sortOptions}
        value={search.sort}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: CustomerListSort.safeParse(value).data })
        }
      />
    </Group>
  )
}

type Months = Pick<CustomerSearch, 'paidIn' | 'paidAlsoIn'>

type MonthChipsProps = { search: Months; onChange: (changed: Months) => void }

/** Chips of the month filters, which only the link of the retention figure in Analytics sets. */
export function MonthChips({ search: { paidIn, paidAlsoIn }, onChange }: MonthChipsProps) {
  if (!paidIn && !paidAlsoIn) return null
  return (
    <Group gap="xs">
      {paidIn && (
        <LinkChip
          label={customers.paidIn(formatMonth(paidIn))}
          onRemove={() => onChange({ paidIn: undefined })}
        />
      )}
      {paidAlsoIn && (
        <LinkChip
          label={customers.paidAlsoIn(formatMonth(paidAlsoIn))}
          onRemove={() => onChange({ paidAlsoIn: undefined })}
        />
      )}
    </Group>
  )
}
