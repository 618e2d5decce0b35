import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { AmountChip } from '#client/components/amount-chip.tsx'
import { LinkChip } from '#client/components/chip.tsx'
import { ChoiceChip } from '#client/components/choice-chip.tsx'
import { DateChip } from '#client/components/date-chip.tsx'
import classes from '#client/components/filter.module.css'
import { SearchField } from '#client/components/search-field.tsx'
import { SortMenu } from '#client/components/sort-menu.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useKnownCurrencies } from '#client/features/session/use-currencies.ts'
import { paymentKeyOf } from '#client/features/transactions/payment-key.ts'
import {
  filterKeys,
  type TransactionFilter,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { useCompact } from '#client/lib/use-narrow.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { queries, trpc } from '#client/trpc.ts'
import {
  TransactionStatus,
  transactionSorts,
  transactionStatuses,
} from '#server/features/transactions/transaction-enums.schema.ts'
import { paymentMethods } from '#server/shared/payment-method.ts'

const texts = transactions.filters

type FilterProps = {
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

export function TransactionFilters({ search, customerName, onChange, onClear }: FilterProps) {
  const isCompact = useCompact()
  const { timezone } = useSignedIn().merchant
  const currencies = useKnownCurrencies(search.currency)
  return (
    <Stack gap="sm" role="search" aria-label={texts.label}>
      <Group gap="xs" wrap="nowrap">
        <SearchBox
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
        {isCompact ? (
          <SortMenu
            label={transactions.sortLabel}
            sorts={transactionSorts}
            nameOf={(sort) => transactions.sorts[sort]}
            sort={search.sort}
            onSort={(sort) => onChange({ sort })}
          />
        ) : (
          <StatusSelect search={search} onChange={onChange} />
        )}
      </Group>
      <div className={classes.chips}>
        {isCompact && <StatusSelect search={search} onChange={onChange} />}
        <FinalChip search={search} onChange={onChange} />
        <ChoiceChip
          add={texts.add.paymentMethod}
          options={paymentMethods}
          value={search.paymentMethod}
          nameOf={(method) => methodNames[method]}
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
      </div>
    </Stack>
  )
}

type StatusSelectProps = Pick<FilterProps, 'search' | 'onChange'>

/** The same choice as the tabs above the rows. */
function StatusSelect({ search, onChange }: StatusSelectProps) {
  return (
    <NativeSelect
      aria-label={transactions.statusLabel}
      data={statusOptions}
      value={search.status ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ status: TransactionStatus.safeParse(value).data })
      }
    />
  )
}

/** The filters that only links bring along. */
function LinkChips({ search, customerName, onChange }: Omit<FilterProps, 'onClear'>) {
  const { customerId, linkId, weekday, slot } = search
  const moment = texts.moment(weekday, slot)
  return (
    <>
      {customerId && (
        <LinkChip
          label={texts.customer(customerName ?? customerId)}
          onRemove={() => onChange({ customerId: undefined })}
        />
      )}
      {linkId && <PaymentLinkChip id={linkId} onRemove={() => onChange({ linkId: undefined })} />}
      {moment && (
        <LinkChip
          label={moment}
          onRemove={() => onChange({ weekday: undefined, slot: undefined })}
        />
      )}
    </>
  )
}

/** By what the payment link is for, once that is known. */
function PaymentLinkChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = trpc.paymentLinks.get.useQuery({ id }, { retry: false })
  return <LinkChip label={paymentLinks.ofPayment.chip(data?.title ?? id)} onRemove={onRemove} />
}

type Final = Pick<TransactionSearch, 'final'>

type FinalChipProps = { search: Final; onChange: (changed: Final) => void }

/** Rates and processing times count what is final; the status beside it narrows further. */
function FinalChip({ search: { final }, onChange }: FinalChipProps) {
  if (final === undefined) return null
  return (
    <LinkChip
      label={transactions.filters.final(final)}
      onRemove={() => onChange({ final: undefined })}
    />
  )
}

type SearchBoxProps = { value: string; onSearch: (text: string) => void }

/** Who pastes a whole reference or id and presses Enter wants that payment, not a list of one. */
function SearchBox({ value, onSearch }: SearchBoxProps) {
  const navigate = useNavigate()

  const findPayment = async (text: string) => {
    const id = paymentKeyOf(text)
    // Of a look-up that fails the list tells more: that nothing matches, or why it cannot say.
    const payment = id && (await queries.transactions.get.fetch({ id }).catch(() => undefined))
    if (!payment) return undefined
    const { transactionId } = payment
    return () => void navigate({ to: '/transactions/$transactionId', params: { transactionId } })
  }

  return (
    <SearchField
      label={transactions.search}
      placeholder={transactions.searchPlaceholder}
      clearLabel={transactions.clearSearch}
      value={value}
      onSearch={onSearch}
      findTarget={findPayment}
    />
  )
}

export const noFilter: TransactionFilter = Object.fromEntries(
  filterKeys.map((key) => [key, undefined]),
)

export const hasFilters = (search: TransactionFilter): boolean =>
  filterKeys.some((key) => search[key] !== undefined)
