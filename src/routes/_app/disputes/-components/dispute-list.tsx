import { Group, Text } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { LinkChip } from '#client/components/list/chip.tsx'
import classes from '#client/components/list/list-table.module.css'
import { opensRow, rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { DisputeBadge } from '#client/features/disputes/dispute-badge.tsx'
import {
  DisputeSearch,
  disputeDefaults,
  disputeFilterKeys,
  disputeInput,
  disputeSummaryInput,
} from '#client/features/disputes/dispute-search.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { formatDay } from '#client/lib/words/format.ts'
import { createdCell, sumCell } from '#client/list/cells.tsx'
import { groupSummary, sumsByStatus } from '#client/list/group-summary.ts'
import type { CustomChip, ListDefinition } from '#client/list/list.ts'
import type { ListInput } from '#client/list/list-search.ts'
import { disputePages as texts } from '#client/texts/en/dispute-pages.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import { disputeSorts, disputeStates } from '#server/features/disputes/dispute-enums.schema.ts'
import type { Dispute } from '#server/features/disputes/disputes.schema.ts'
import { disputeReasons } from '#server/shared/disputes/dispute-reasons.ts'

const { columns: names, filters } = texts

type Field = 'createdAt' | 'amount' | 'customerName' | 'deadline'

/** Filters that only links can set. */
const LinkChips: CustomChip<DisputeSearch, Dispute> = ({ search, first, onChange }) => {
  const { customerId, transactionId, dueBefore } = search
  return (
    <>
      {dueBefore && (
        <LinkChip
          label={filters.dueBefore(formatDay(dueBefore))}
          onRemove={() => onChange({ dueBefore: undefined })}
        />
      )}
      {customerId && (
        <LinkChip
          label={filters.customer(first?.customerName ?? customerId)}
          onRemove={() => onChange({ customerId: undefined })}
        />
      )}
      {transactionId && (
        <LinkChip
          label={filters.payment(first ? `#${first.reference}` : transactionId)}
          onRemove={() => onChange({ transactionId: undefined })}
        />
      )}
    </>
  )
}

/** The link to the dispute; a click on its row or card follows it. */
const DisputeLink = ({ dispute }: { dispute: Dispute }) => (
  <Link
    className={cards.link}
    to="/disputes/$disputeId"
    params={{ disputeId: dispute.id }}
    {...opensRow}
  >
    {`#${dispute.reference}`}
  </Link>
)

type CardsProps = { rows: readonly Dispute[]; timezone: string }

const DisputeCards = ({ rows, timezone }: CardsProps) => (
  <ul className={cards.list} aria-label={texts.caption} ref={rowLinks}>
    {rows.map((row) => (
      <li key={row.id} className={cards.card}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text component="span" truncate title={row.customerName}>
            {row.customerName}
          </Text>
          <Text fw={600} component="span">
            <MoneyText amount={row.amount} currency={row.currency} />
          </Text>
        </Group>
        <Group justify="space-between" gap="xs">
          <DisputeLink dispute={row} />
          <DisputeBadge state={row.state} />
        </Group>
        <Text size="xs" c="dimmed" component="span">
          {texts.reasons[row.reason]}
          {row.evidenceDueAt && (
            <>
              {` · ${names.deadline} `}
              <DateText at={row.evidenceDueAt} timezone={timezone} isBrief />
            </>
          )}
        </Text>
      </li>
    ))}
  </ul>
)

const useSummary = ({ status }: DisputeSearch, input: ListInput<DisputeSearch>) =>
  groupSummary<DisputeSearch>(
    trpc.disputes.summary.useQuery(disputeSummaryInput(input), {
      placeholderData: keepPreviousData,
    }),
    {
      countText: texts.count,
      sumsOf: (groups) =>
        sumsByStatus<DisputeSearch>(groups, status ? [status] : disputeStates, (each, sum) =>
          texts.sums[each](sum),
        ),
    },
  )

/** The list of disputes, which open their own pages. */
export const disputeList: ListDefinition<DisputeSearch, Dispute, Field, object> = {
  to: '/disputes',
  views: {
    list: 'disputes',
    example: texts.viewExample,
    read: DisputeSearch,
    defaults: { ...disputeDefaults },
  },
  filterKeys: disputeFilterKeys,
  exportAs: 'disputes',
  title: shell.pages.disputes,
  region: shell.titles.disputes,
  words: texts,
  sorts: disputeSorts,
  statuses: disputeStates,
  nameOfStatus: (status) => texts.states[status],
  filters: [
    {
      kind: 'choice',
      field: 'reason',
      add: filters.addReason,
      options: disputeReasons,
      nameOf: (reason) => texts.reasons[reason],
      describe: filters.reason,
    },
    { kind: 'currency' },
    { kind: 'amount' },
    { kind: 'days' },
    { kind: 'own', Chip: LinkChips },
  ],
  columns: [
    {
      width: 'id',
      label: names.payment,
      cell: (row) => (
        <td>
          <DisputeLink dispute={row} />
        </td>
      ),
    },
    {
      width: 'whom',
      label: names.customer,
      field: 'customerName',
      cell: ({ customerName }) => (
        <td>
          <div className={classes.reason} title={customerName}>
            {customerName}
          </div>
        </td>
      ),
    },
    { width: 'sum', label: names.amount, field: 'amount', alignRight: true, cell: sumCell },
    {
      width: 'why',
      label: names.reason,
      cell: ({ reason }) => (
        <td>
          <div className={classes.reason}>{texts.reasons[reason]}</div>
        </td>
      ),
    },
    {
      width: 'span',
      label: names.state,
      cell: ({ state }) => (
        <td>
          <DisputeBadge state={state} />
        </td>
      ),
    },
    {
      width: 'date',
      label: names.deadline,
      field: 'deadline',
      cell: ({ evidenceDueAt }, { timezone }) => (
        <td className={classes.when}>
          {evidenceDueAt ? <DateText at={evidenceDueAt} timezone={timezone} isBrief /> : '–'}
        </td>
      ),
    },
    { width: 'date', label: names.opened, field: 'createdAt', cell: createdCell },
  ],
  fields: ['deadline', 'createdAt', 'amount', 'customerName'],
  Cards: DisputeCards,
  Summary: ({ search, input, children }) => children(useSummary(search, input)),
  probe: (input) =>
    queries.disputes.list.fetch(
      { ...disputeInput(input), page: 1, limit: 1 },
      { staleTime: 0, gcTime: 0 },
    ),
}

export const noDisputes = (
  <EmptyState
    icon={<IconScale size={28} stroke={1.5} aria-hidden />}
    title={texts.emptyTitle}
    text={texts.empty}
  />
)
