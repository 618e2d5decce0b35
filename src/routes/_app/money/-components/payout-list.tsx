import { Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import classes from '#client/components/list/list-table.module.css'
import { opensRow } from '#client/components/list/row-link.ts'
import { PayoutSearch, payoutFilterKeys } from '#client/features/money/money-search.ts'
import { PayoutBadge } from '#client/features/money/payout-badge.tsx'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { formatCount } from '#client/lib/words/format.ts'
import { cardsOf } from '#client/list/cards.tsx'
import { createdCell, momentCell, partCell, sumCell } from '#client/list/cells.tsx'
import { statusSummary } from '#client/list/group-summary.ts'
import type { ListDefinition } from '#client/list/list.ts'
import { firstPage, oneRow, summaryInput } from '#client/list/list-search.ts'
import { money } from '#client/texts/en/money.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { Payout } from '#server/features/money/money.schema.ts'
import { moneySorts, payoutStatuses } from '#server/features/money/money-enums.schema.ts'
import { processorName } from './processor-name.ts'

const texts = money.payouts
const { columns: names } = texts

type Field = 'createdAt' | 'amount'

const PayoutLink = ({ payout: { id } }: { payout: Payout }) => (
  <Link
    className={cards.link}
    to="/money/payouts/$payoutId"
    params={{ payoutId: id }}
    {...opensRow}
  >
    {`…${id.slice(-8)}`}
  </Link>
)

const bankText = ({ bankLast4 }: Payout): string => (bankLast4 === null ? '' : `•••• ${bankLast4}`)

const PayoutCards = cardsOf<Payout>(texts.caption, (row) => ({
  head: <PayoutBadge status={row.status} />,
  link: <PayoutLink payout={row} />,
  side: (
    <Text size="sm" component="span">
      {bankText(row)}
    </Text>
  ),
  notes: [
    { label: `${names.date}:`, at: row.createdAt },
    { label: `${names.arrival}:`, at: row.arrivalAt },
  ],
}))

/** The list of payouts; each row opens its payout. */
export const payoutList: ListDefinition<PayoutSearch, Payout, Field, object> = {
  to: '/money',
  views: {
    list: 'payouts',
    example: texts.viewExample,
    read: PayoutSearch,
    defaults: { ...firstPage },
  },
  filterKeys: payoutFilterKeys,
  exportAs: 'payouts',
  title: shell.pages.money,
  region: money.payoutsTab,
  words: texts,
  sorts: moneySorts,
  statuses: payoutStatuses,
  nameOfStatus: (status) => money.statuses[status],
  filters: [
    { kind: 'currency' },
    { kind: 'days' },
    {
      kind: 'link',
      field: 'processor',
      describe: (name) => money.filters.processor(processorName(name)),
    },
    { kind: 'link', field: 'part', describe: (part) => texts.part[part] },
  ],
  columns: [
    {
      width: 'id',
      label: names.id,
      cell: partCell((row) => <PayoutLink payout={row} />),
    },
    { width: 'sum', label: names.amount, field: 'amount', alignRight: true, cell: sumCell },
    {
      width: 'status',
      label: names.status,
      cell: partCell(({ status }) => <PayoutBadge status={status} />),
    },
    {
      width: 'date',
      label: names.arrival,
      cell: momentCell(({ arrivalAt }) => arrivalAt),
    },
    { width: 'whom', label: names.bank, cell: (row) => <td>{bankText(row)}</td> },
    {
      width: 'count',
      label: names.entries,
      alignRight: true,
      cell: ({ entryCount }) => <td className={classes.amount}>{formatCount(entryCount)}</td>,
    },
    { width: 'date', label: names.date, field: 'createdAt', cell: createdCell },
  ],
  fields: ['createdAt', 'amount'],
  Cards: PayoutCards,
  Summary: ({ search, input, children }) => {
    const kept = { placeholderData: keepPreviousData }
    const query = trpc.payouts.summary.useQuery(summaryInput(input), kept)
    return children(statusSummary(query, search, payoutStatuses, texts))
  },
  checkExport: (input) => queries.payouts.list.fetch(...oneRow(input)),
}

export const noPayouts = (
  <EmptyState
    icon={<IconBuildingBank size={28} stroke={1.5} aria-hidden />}
    title={texts.emptyTitle}
    text={texts.empty}
  />
)
