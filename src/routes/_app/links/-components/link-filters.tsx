import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { ChoiceChip } from '#client/components/choice-chip.tsx'
import { DateChip } from '#client/components/date-chip.tsx'
import classes from '#client/components/filter.module.css'
import { SearchField } from '#client/components/search-field.tsx'
import { SortMenu } from '#client/components/sort-menu.tsx'
import { hasLinkFilters } from '#client/features/payment-links/link-filter.ts'
import type { LinkSearch } from '#client/features/payment-links/link-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useKnownCurrencies } from '#client/features/session/use-currencies.ts'
import { useCompact } from '#client/lib/use-narrow.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import {
  AmountKind,
  LinkStatus,
  linkSorts,
  linkStatuses,
} from '#server/features/payment-links/payment-link-enums.schema.ts'
import { CustomerChip } from './customer-chip.tsx'

const texts = paymentLinks.filters
const shared = transactions.filters

type Props = {
  search: LinkSearch
  onChange: (changed: Partial<LinkSearch>) => void
  onClear: () => void
}

const statusOptions = [
  { value: '', label: paymentLinks.allStatus },
  ...linkStatuses.map((value) => ({ value, label: paymentLinks.statuses[value] })),
]

export function LinkFilters({ search, onChange, onClear }: Props) {
  const isCompact = useCompact()
  const { timezone } = useSignedIn().merchant
  const currencies = useKnownCurrencies(search.currency)
  return (
    <Stack gap="sm" role="search" aria-label={texts.label}>
      <Group gap="xs" wrap="nowrap">
        <SearchField
          label={paymentLinks.search}
          placeholder={paymentLinks.searchPlaceholder}
          clearLabel={paymentLinks.clearSearch}
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
        {isCompact ? (
          <SortMenu
            label={paymentLinks.sortLabel}
            sorts={linkSorts}
            nameOf={(sort) => paymentLinks.sorts[sort]}
            sort={search.sort}
            onSort={(sort) => onChange({ sort })}
          />
        ) : (
          <StatusSelect search={search} onChange={onChange} />
        )}
      </Group>
      <div className={classes.chips}>
        {isCompact && <StatusSelect search={search} onChange={onChange} />}
        <ChoiceChip
          add={texts.addKind}
          options={AmountKind.options}
          value={search.amountKind}
          nameOf={(kind) => paymentLinks.amountKinds[kind]}
          describe={texts.kind}
          onChange={(amountKind) => onChange({ amountKind })}
        />
        <ChoiceChip
          add={shared.add.currency}
          options={currencies}
          value={search.currency}
          nameOf={(currency) => currency}
          describe={shared.currency}
          onChange={(currency) => onChange({ currency })}
        />
        <DateChip days={search} timezone={timezone} onChange={onChange} />
        <CustomerChip id={search.customerId} onChange={(customerId) => onChange({ customerId })} />
        {hasLinkFilters(search) && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </div>
    </Stack>
  )
}

type SelectProps = Pick<Props, 'search' | 'onChange'>

/** The same choice as the tabs above the rows. */
function StatusSelect({ search, onChange }: SelectProps) {
  return (
    <NativeSelect
      aria-label={paymentLinks.statusLabel}
      data={statusOptions}
      value={search.status ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ status: LinkStatus.safeParse(value).data })
      }
    />
  )
}
