import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { AmountChip } from '#client/components/amount-chip.tsx'
import { LinkChip } from '#client/components/chip.tsx'
import { ChoiceChip } from '#client/components/choice-chip.tsx'
import { DateChip } from '#client/components/date-chip.tsx'
import classes from '#client/components/filter.module.css'
import { SearchField } from '#client/components/search-field.tsx'
import { SortMenu } from '#client/components/sort-menu.tsx'
import { hasRefundFilters } from '#client/features/refunds/refund-filter.ts'
import type { RefundSearch } from '#client/features/refunds/refund-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useKnownCurrencies } from '#client/features/session/use-currencies.ts'
import { useCompact } from '#client/lib/use-narrow.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import {
  RefundStatus,
  refundReasons,
  refundSorts,
  refundStatuses,
} from '#server/features/refunds/refund-enums.schema.ts'
import type { ReadRefund } from '#server/features/refunds/refunds.schema.ts'
import { paymentMethods } from '#server/shared/payment-method.ts'

const texts = refunds.filters
const shared = transactions.filters

type Props = {
  search: RefundSearch
  /** Tells how the customer and the payment are called that the list is narrowed to. */
  first: ReadRefund | undefined
  onChange: (changed: Partial<RefundSearch>) => void
  onClear: () => void
}

const statusOptions = [
  { value: '', label: refunds.allStatus },
  ...refundStatuses.map((value) => ({ value, label: refunds.statuses[value] })),
]

export function RefundFilters({ search, first, onChange, onClear }: Props) {
  const isCompact = useCompact()
  const { timezone } = useSignedIn().merchant
  return (
    <Stack gap="sm" role="search" aria-label={texts.label}>
      <Group gap="xs" wrap="nowrap">
        <SearchField
          label={refunds.search}
          placeholder={refunds.searchPlaceholder}
          clearLabel={refunds.clearSearch}
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
        {isCompact ? (
          <SortMenu
            label={refunds.sortLabel}
            sorts={refundSorts}
            nameOf={(sort) => refunds.sorts[sort]}
            sort={search.sort}
            onSort={(sort) => onChange({ sort })}
          />
        ) : (
          <StatusSelect search={search} onChange={onChange} />
        )}
      </Group>
      <div className={classes.chips}>
        {isCompact && <StatusSelect search={search} onChange={onChange} />}
        <ChoiceChips search={search} onChange={onChange} />
        <AmountChip search={search} onChange={onChange} />
        <DateChip days={search} timezone={timezone} onChange={onChange} />
        <LinkChips search={search} first={first} onChange={onChange} />
        {hasRefundFilters(search) && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </div>
    </Stack>
  )
}

type ChipsProps = Pick<Props, 'search' | 'onChange'>

/** The same choice as the tabs above the rows. */
function StatusSelect({ search, onChange }: ChipsProps) {
  return (
    <NativeSelect
      aria-label={refunds.statusLabel}
      data={statusOptions}
      value={search.status ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ status: RefundStatus.safeParse(value).data })
      }
    />
  )
}

function ChoiceChips({ search, onChange }: ChipsProps) {
  const currencies = useKnownCurrencies(search.currency)
  return (
    <>
      <ChoiceChip
        add={texts.addReason}
        options={refundReasons}
        value={search.reason}
        nameOf={(reason) => refunds.reasons[reason]}
        describe={texts.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <ChoiceChip
        add={shared.add.paymentMethod}
        options={paymentMethods}
        value={search.paymentMethod}
        nameOf={(method) => methodNames[method]}
        describe={shared.method}
        onChange={(paymentMethod) => onChange({ paymentMethod })}
      />
      <ChoiceChip
        add={shared.add.currency}
        options={currencies}
        value={search.currency}
        nameOf={(currency) => currency}
        describe={shared.currency}
        onChange={(currency) => onChange({ currency })}
      />
    </>
  )
}

/** The filters that only links bring along. */
function LinkChips({ search, first, onChange }: Omit<Props, 'onClear'>) {
  const { customerId, transactionId } = search
  const nameOf = (id: string) => (first?.customerId === id ? first.customerName : id)
  const referenceOf = (id: string) => (first?.transactionId === id ? `#${first.reference}` : id)
  return (
    <>
      {customerId && (
        <LinkChip
          label={texts.customer(nameOf(customerId))}
          onRemove={() => onChange({ customerId: undefined })}
        />
      )}
      {transactionId && (
        <LinkChip
          label={texts.payment(referenceOf(transactionId))}
          onRemove={() => onChange({ transactionId: undefined })}
        />
      )}
    </>
  )
}
