import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { AmountChip } from '#client/components/list/amount-chip.tsx'
import { LinkChip } from '#client/components/list/chip.tsx'
import { ChoiceChip } from '#client/components/list/choice-chip.tsx'
import { DateChip } from '#client/components/list/date-chip.tsx'
import classes from '#client/components/list/filter.module.css'
import { SearchField } from '#client/components/list/search-field.tsx'
import { SortMenu } from '#client/components/list/sort-menu.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useFilterCurrencies } from '#client/features/session/use-currencies.ts'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { isSpecMode } from '#client/lib/language-for.ts'
import { lists } from '#client/texts/en/lists.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import type { CustomChip, ListChange, ListDefinition, ListFilter, ListRow } from './list.ts'
import type { ListState } from './list-search.ts'
import { isNarrowed, noFilter } from './use-list.ts'

type Props<Search extends ListState, Row extends ListRow> = {
  list: Pick<
    ListDefinition<Search, Row, string, unknown>,
    'words' | 'sorts' | 'statuses' | 'nameOfStatus' | 'filters' | 'filterKeys' | 'findTarget'
  >
  search: Search
  first: Row | undefined
  onChange: ListChange<Search>
}

function Filters<Search extends ListState, Row extends ListRow>(props: Props<Search, Row>) {
  const { list, search, onChange } = props
  const { words, filterKeys } = list
  const isCompact = useCompact()
  const findTarget = useTarget(list.findTarget)
  // The tabs above the rows have the same choice: only the specification's mode keeps its select too.
  const status = isSpecMode && list.statuses.length > 0 && (
    <StatusSelect list={list} search={search} onChange={onChange} />
  )
  const sortMenu = (
    <SortMenu
      label={lists.sortLabel}
      sorts={list.sorts}
      nameOf={(sort) => words.sorts[sort as Search['sort']]}
      sort={search.sort}
      onSort={(sort) => onChange({ sort } as Partial<Search>)}
    />
  )
  const hasSearch = words.search !== undefined
  return (
    <Stack gap="sm" role="search" aria-label={lists.filters}>
      {hasSearch && (
        <Group gap="xs" wrap="nowrap">
          <SearchField
            label={words.search ?? ''}
            placeholder={words.searchPlaceholder ?? ''}
            clearLabel={lists.clearSearch}
            value={search.search ?? ''}
            onSearch={(text) => onChange({ search: text || undefined } as Partial<Search>)}
            {...(findTarget && { findTarget })}
          />
          {isCompact ? sortMenu : status}
        </Group>
      )}
      <div className={classes.chips}>
        {(isCompact || !hasSearch) && status}
        <Chips {...props} />
        {isCompact && !hasSearch && sortMenu}
        {isNarrowed(search, filterKeys) && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(noFilter(filterKeys))}>
            {lists.clear}
          </Button>
        )}
      </div>
    </Stack>
  )
}

/** The search, status and order of a list, and chips for its other filters. New rows do not render it again. */
export const ListFilters = memo(Filters) as typeof Filters

/** Opens the page of a complete reference or id, instead of a list with one row. */
function useTarget(find: ((text: string) => Promise<string | undefined>) | undefined) {
  const navigate = useNavigate()
  return (
    find &&
    (async (text: string) => {
      const path = await find(text)
      return path === undefined ? undefined : () => void navigate({ to: path })
    })
  )
}

type StatusProps<Search extends ListState> = Pick<Props<Search, never>, 'search' | 'onChange'> & {
  list: Pick<ListDefinition<Search, ListRow, string, unknown>, 'statuses' | 'nameOfStatus'>
}

/** The specification's select, with the same choice as the tabs above the rows. */
function StatusSelect<Search extends ListState>({ list, search, onChange }: StatusProps<Search>) {
  const { statuses, nameOfStatus } = list
  return (
    <NativeSelect
      aria-label={lists.statusLabel}
      data={[
        { value: '', label: lists.allStatus },
        ...statuses.map((value) => ({ value, label: nameOfStatus(value) })),
      ]}
      value={search.status ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ status: statuses.find((each) => each === value) } as Partial<Search>)
      }
    />
  )
}

function Chips<Search extends ListState, Row extends ListRow>({
  list: { filters },
  ...props
}: Props<Search, Row>) {
  return filters.map((filter, index) => (
    // A list's filters never change, so their index is a stable key.
    <FilterOf key={index} filter={filter} {...props} />
  ))
}

/** Filter values that have the same name and meaning in several lists. */
type Common = {
  paymentMethod?: PaymentMethod | undefined
  currency?: Currency | undefined
  minAmount?: string | undefined
  maxAmount?: string | undefined
}

/** A filter as rendered, for values of any type. */
type DrawnFilter<Search, Row> =
  | {
      kind: 'choice'
      field: keyof Search
      add: string
      options: readonly string[]
      nameOf: (value: string) => string
      describe: (name: string) => string
    }
  | {
      kind: 'link'
      field: keyof Search
      describe: (value: unknown, first: Row | undefined) => string
    }
  | { kind: 'method' | 'currency' | 'amount' | 'days' }
  | { kind: 'own'; Chip: CustomChip<Search, Row> }

type FilterProps<Search extends ListState, Row extends ListRow> = Omit<
  Props<Search, Row>,
  'list'
> & { filter: ListFilter<Search, Row> }

function FilterOf<Search extends ListState, Row extends ListRow>(props: FilterProps<Search, Row>) {
  const { search, first, onChange } = props
  const filter = props.filter as unknown as DrawnFilter<Search, Row>
  const common: Common & ListState = search
  const change = (changed: object) => onChange(changed as Partial<Search>)
  const { timezone } = useSignedIn().merchant
  switch (filter.kind) {
    case 'own':
      return <filter.Chip search={search} first={first} onChange={onChange} />
    case 'link':
      return search[filter.field] ? (
        <LinkChip
          label={filter.describe(search[filter.field], first)}
          onRemove={() => change({ [filter.field]: undefined })}
        />
      ) : null
    case 'amount':
      return <AmountChip search={common} onChange={change} />
    case 'days':
      return <DateChip days={search} timezone={timezone} onChange={change} />
    case 'currency':
      return <CurrencyChip currency={common.currency} onChange={change} />
    case 'method':
      return (
        <ChoiceChip
          add={lists.add.paymentMethod}
          options={paymentMethods}
          value={common.paymentMethod}
          nameOf={(method) => methodNames[method]}
          describe={lists.method}
          onChange={(paymentMethod) => change({ paymentMethod })}
        />
      )
    default:
      return (
        <ChoiceChip
          add={filter.add}
          options={filter.options}
          value={search[filter.field] as string | undefined}
          nameOf={filter.nameOf}
          describe={filter.describe}
          onChange={(value) => change({ [filter.field]: value })}
        />
      )
  }
}

type CurrencyProps = {
  currency: Currency | undefined
  onChange: (changed: { currency: Currency | undefined }) => void
}

function CurrencyChip({ currency: chosen, onChange }: CurrencyProps) {
  return (
    <ChoiceChip
      add={lists.add.currency}
      options={useFilterCurrencies(chosen)}
      value={chosen}
      nameOf={(currency) => currency}
      describe={lists.currency}
      onChange={(currency) => onChange({ currency })}
    />
  )
}
