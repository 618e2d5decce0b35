import { Group, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { EmptyState } from '#client/components/empty-state.tsx'
import { rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { negated, totalsByCurrency } from '#client/features/money/entry-totals.ts'
import { EntrySearch, entryFilterKeys } from '#client/features/money/money-search.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { formatMoney } from '#client/lib/words/format.ts'
import { createdCell, sumCell } from '#client/list/cells.tsx'
import type { ListDefinition, ListSummary } from '#client/list/list.ts'
import { firstPage, type ListInput, summaryInput } from '#client/list/list-search.ts'
import { money } from '#client/texts/en/money.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { BalanceEntry } from '#server/features/money/money.schema.ts'
import { entryTypes, moneySorts } from '#server/features/money/money-enums.schema.ts'
import { EntryAbout, EntryPayout } from './entry-links.tsx'
import { processorName } from './processor-name.ts'

const texts = money.entries
const { columns: names } = texts

type Field = 'createdAt' | 'amount'

type CardsProps = { rows: readonly BalanceEntry[]; timezone: string }

const EntryCards = ({ rows, timezone }: CardsProps) => (
  <ul className={cards.list} aria-label={texts.caption} ref={rowLinks}>
    {rows.map((row) => (
      <li key={row.id} className={cards.card}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text fw={600} component="span">
            {money.types[row.type]}
          </Text>
          <Text fw={600} component="span">
            <MoneyText amount={row.net} currency={row.currency} />
          </Text>
        </Group>
        <Group justify="space-between" gap="xs">
          <EntryAbout entry={row} />
          {row.payoutId !== null && (
            <Text size="sm" component="span">
              {`${names.payout} `}
              <EntryPayout entry={row} />
            </Text>
          )}
        </Group>
        <Text size="xs" c="dimmed" component="span">
          <DateText at={row.createdAt} timezone={timezone} isBrief />
          {` · ${names.gross} ${formatMoney(row.amount, row.currency)}`}
          {` · ${names.fee} ${formatMoney(negated(row.fee), row.currency)}`}
        </Text>
      </li>
    ))}
  </ul>
)

/** The sum of each type and currency, which opens its entries; then the fees and the net amount in each currency. */
function useSummary(input: ListInput<EntrySearch>): ListSummary<EntrySearch> {
  const { data, isPlaceholderData, isError } = trpc.balanceEntries.summary.useQuery(
    summaryInput(input),
    { placeholderData: keepPreviousData },
  )
  const groups = data?.isExact ? data.groups : undefined
  return {
    counts: groups?.map(({ type, count }) => ({ status: type, count })),
    isTooMany: data?.isExact === false,
    isStale: isPlaceholderData,
    isError,
    countText: texts.count,
    sums: groups && [
      ...groups.map(({ type, currency, amount }) => ({
        key: `${type} ${currency}`,
        text: `${money.types[type]} ${formatMoney(amount, currency)}`,
        opens: { type, currency },
      })),
      ...totalsByCurrency(groups).flatMap(({ currency, fee, net }) => [
        { key: `fee ${currency}`, text: texts.fees(formatMoney(fee, currency)) },
        { key: `net ${currency}`, text: texts.net(formatMoney(net, currency)) },
      ]),
    ],
  }
}

const amountCell = (read: (row: BalanceEntry) => string) => (row: BalanceEntry) =>
  sumCell({ amount: read(row), currency: row.currency })

/** The list of balance entries; each row opens its payment or its payout. */
export const entryList: ListDefinition<EntrySearch, BalanceEntry, Field, object> = {
  to: '/money/entries',
  views: {
    list: 'balance_entries',
    example: texts.viewExample,
    read: EntrySearch,
    defaults: { ...firstPage },
  },
  filterKeys: entryFilterKeys,
  exportAs: 'entries',
  title: shell.pages.money,
  region: money.entriesTab,
  words: texts,
  sorts: moneySorts,
  statuses: [],
  nameOfStatus: () => '',
  filters: [
    {
      kind: 'choice',
      field: 'type',
      add: money.filters.addType,
      options: entryTypes,
      nameOf: (type) => money.types[type],
      describe: money.filters.type,
    },
    { kind: 'currency' },
    { kind: 'days' },
    {
      kind: 'link',
      field: 'processor',
      describe: (name) => money.filters.processor(processorName(name)),
    },
    { kind: 'link', field: 'part', describe: (part) => money.filters.part[part] },
    {
      kind: 'link',
      field: 'payoutId',
      describe: (id) => money.filters.payout(`…${id.slice(-8)}`),
    },
    {
      kind: 'link',
      field: 'customerId',
      describe: (id) => money.filters.customer(`…${id.slice(-8)}`),
    },
    {
      kind: 'link',
      field: 'transactionId',
      describe: (id) => money.filters.payment(`…${id.slice(-8)}`),
    },
  ],
  columns: [
    { width: 'method', label: names.type, cell: ({ type }) => <td>{money.types[type]}</td> },
    {
      width: 'whom',
      label: names.about,
      cell: (row) => (
        <td>
          <EntryAbout entry={row} />
        </td>
      ),
    },
    {
      width: 'sum',
      label: names.gross,
      field: 'amount',
      alignRight: true,
      cell: amountCell(({ amount }) => amount),
    },
    {
      width: 'sum',
      label: names.fee,
      alignRight: true,
      cell: amountCell(({ fee }) => negated(fee)),
    },
    { width: 'sum', label: names.net, alignRight: true, cell: amountCell(({ net }) => net) },
    {
      width: 'method',
      label: names.payout,
      cell: (row) => (
        <td>
          <EntryPayout entry={row} />
        </td>
      ),
    },
    { width: 'date', label: names.date, field: 'createdAt', cell: createdCell },
  ],
  fields: ['createdAt', 'amount'],
  Cards: EntryCards,
  Summary: ({ input, children }) => children(useSummary(input)),
  checkExport: (input) =>
    queries.balanceEntries.list.fetch({ ...input, page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
}

export const noEntries = (
  <EmptyState
    icon={<IconListDetails size={28} stroke={1.5} aria-hidden />}
    title={texts.emptyTitle}
    text={texts.empty}
  />
)
