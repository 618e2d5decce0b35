import { Group } from '@mantine/core'
import { LinkChip } from '../../../../components/chip.tsx'
import type { CustomerSearch } from '../../../../features/customers/customer-search.ts'
import { formatMonth } from '../../../../lib/days.ts'
import { customers } from '../../../../texts/customers.ts'

type Months = Pick<CustomerSearch, 'paidIn' | 'paidAlsoIn'>

type Props = { search: Months; onChange: (changed: Months) => void }

/** The filters that the figure of retention brings along. */
export function MonthChips({ search: { paidIn, paidAlsoIn }, onChange }: Props) {
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
