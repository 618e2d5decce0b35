import { Group, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { LinkChip } from '#client/components/list/chip.tsx'
import classes from '#client/components/list/list-table.module.css'
import { opensRow, rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { PayoutSearch, payoutFilterKeys } from '#client/features/money/money-search.ts'
import { PayoutBadge } from '#client/features/money/payout-badge.tsx'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { formatCount } from '#client/lib/words/format.ts'
import { createdCell, sumCell } from '#client/list/cells.tsx'
import { groupSummary, sumsByStatus } from '#client/list/group-summary.ts'
import type { CustomChip, ListDefinition } from '#client/list/list.ts'
import { firstPage, type ListInput, summaryInput } from '#client/list/list-search.ts'
import { money } from '#client/texts/en/money.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { Payout } from '#server/features/money/money.schema.ts'
import { moneySorts, payoutStatuses } from '#server/features/money/money-enums.schema.ts'
import { processorName } from './processor-name.ts'

const texts = money.payouts
const { columns: names } = texts

type Field = 'createdAt' | 'amount'

/** Filters that only links can set. */
const LinkChips: CustomChip<PayoutSearch, Payout> = ({ search: { processor, part }, onChange }) => (
  <>
    {processor !== undefined && (
      <LinkChip
        label={money.filters.processor(processorName(processor))}
        onRemove={() => onChange({ processor: undefined })}
      />
    )}
    {part !== undefined && (
      <LinkChip label={texts.part[part]} onRemove={() => onChange({ part: undefined })} />
    )}
  </>
)

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

type CardsProps = { rows: readonly Payout[]; timezone: string }

const PayoutCards = ({ rows, timezone }: CardsProps) => (
  <ul className={cards.list} aria-label={texts.caption} ref={rowLinks}>
    {rows.map((row) => (
      <li key={row.id} className={cards.card}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <PayoutBadge status={row.status} />
          <Text fw={600} component="span">
            <MoneyText amount={row.amount} currency={row.currency} />
          </Text>
        </Group>
        <Group justify="space-between" gap="xs">
          <PayoutLink payout={row} />
          <Text size="sm" component="span">
            {bankText(row)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" component="span">
          {`${names.date}: `}
          <DateText at={row.createdAt} timezone={timezone} isBrief />
          {row.arrivalAt && (
            <>
              {` · ${names.arrival}: `}
              <DateText at={row.arrivalAt} timezone={timezone} isBrief />
            </>
          )}
        </Text>
      </li>
    ))}
  </ul>
)

const useSummary = ({ status }: PayoutSearch, input: ListInput<PayoutSearch>) =>
  groupSummary<PayoutSearch>(
    trpc.payouts.summary.useQuery(summaryInput(input), { placeholderData: keepPreviousData }),
    {
      countText: texts.count,
      sumsOf: (groups) =>
        sumsByStatus<PayoutSearch>(groups, status ? [status] : payoutStatuses, (each, sum) =>
          texts.sums[each](sum),
        ),
    },
  )

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
  filters: [{ kind: 'currency' }, { kind: 'days' }, { kind: 'own', Chip: LinkChips }],
  columns: [
    {
      width: 'id',
      label: names.id,
      cell: (row) => (
        <td>
          <PayoutLink payout={row} />
        </td>
      ),
    },
    { width: 'sum', label: names.amount, field: 'amount', alignRight: true, cell: sumCell },
    {
      width: 'status',
      label: names.status,
      cell: ({ status }) => (
        <td>
          <PayoutBadge status={status} />
        </td>
      ),
    },
    {
      width: 'date',
      label: names.arrival,
      cell: ({ arrivalAt }, { timezone }) => (
        <td className={classes.when}>
          {arrivalAt && <DateText at={arrivalAt} timezone={timezone} isBrief />}
        </td>
      ),
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
  Summary: ({ search, input, children }) => children(useSummary(search, input)),
  probe: (input) =>
    queries.payouts.list.fetch({ ...input, page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
}

export const noPayouts = (
  <EmptyState
    icon={<IconBuildingBank size={28} stroke={1.5} aria-hidden />}
    title={texts.emptyTitle}
    text={texts.empty}
  />
)
