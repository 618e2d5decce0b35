import { Group, NativeSelect } from '@mantine/core'
import { CustomerStatus, customerStatuses } from '#server/features/customers/customers.schema.ts'
import { SearchField } from '../../../../components/search-field.tsx'
import {
  CustomerListSort,
  type CustomerSearch,
  customerSorts,
} from '../../../../features/customers/customer-search.ts'
import { customers } from '../../../../texts/customers.ts'
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
        clearLabel={customers.clearSearch}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <NativeSelect
        label={customers.statusLabel}
        className={classes.choice}
        data={statusOptions}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: CustomerStatus.safeParse(value).data })
        }
      />
      <NativeSelect
        label={customers.sortLabel}
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
