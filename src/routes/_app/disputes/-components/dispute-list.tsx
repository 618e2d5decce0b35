import { IconScale } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { opensRow } from '#client/components/list/row-link.ts'
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
import { cardsOf } from '#client/list/cards.tsx'
import { createdCell, momentCell, partCell, sumCell, textCell } from '#client/list/cells.tsx'
import { statusSummary } from '#client/list/group-summary.ts'
import type { ListDefinition } from '#client/list/list.ts'
import { oneRow } from '#client/list/list-search.ts'
import { disputePages as texts } from '#client/texts/en/dispute-pages.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import { disputeSorts, disputeStates } from '#server/features/disputes/dispute-enums.schema.ts'
import type { Dispute } from '#server/features/disputes/disputes.schema.ts'
import { disputeReasons } from '#server/shared/disputes/dispute-reasons.ts'

const { columns: names, filters } = texts

type Field = 'createdAt' | 'amount' | 'customerName' | 'deadline'

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

const DisputeCards = cardsOf<Dispute>(texts.caption, (row) => ({
  head: row.customerName,
  link: <DisputeLink dispute={row} />,
  side: <DisputeBadge state={row.state} />,
  notes: [texts.reasons[row.reason], { label: names.deadline, at: row.evidenceDueAt }],
}))

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
    {
      kind: 'link',
      field: 'dueBefore',
      describe: (day) => filters.dueBefore(formatDay(day)),
    },
    {
      kind: 'link',
      field: 'customerId',
      describe: (id, first) => filters.customer(first?.customerName ?? id),
    },
    {
      kind: 'link',
      field: 'transactionId',
      describe: (id, first) => filters.payment(first ? `#${first.reference}` : id),
    },
  ],
  columns: [
    {
      width: 'id',
      label: names.payment,
      cell: partCell((row) => <DisputeLink dispute={row} />),
    },
    {
      width: 'whom',
      label: names.customer,
      field: 'customerName',
      cell: textCell(({ customerName }) => customerName),
    },
    { width: 'sum', label: names.amount, field: 'amount', alignRight: true, cell: sumCell },
    { width: 'why', label: names.reason, cell: textCell(({ reason }) => texts.reasons[reason]) },
    {
      width: 'span',
      label: names.state,
      cell: partCell(({ state }) => <DisputeBadge state={state} />),
    },
    {
      width: 'date',
      label: names.deadline,
      field: 'deadline',
      cell: momentCell(({ evidenceDueAt }) => evidenceDueAt),
    },
    { width: 'date', label: names.opened, field: 'createdAt', cell: createdCell },
  ],
  fields: ['deadline', 'createdAt', 'amount', 'customerName'],
  Cards: DisputeCards,
  Summary: ({ search, input, children }) => {
    const kept = { placeholderData: keepPreviousData }
    const query = trpc.disputes.summary.useQuery(disputeSummaryInput(input), kept)
    return children(statusSummary(query, search, disputeStates, texts))
  },
  checkExport: (input) => queries.disputes.list.fetch(...oneRow(disputeInput(input))),
}

export const noDisputes = (
  <EmptyState
    icon={<IconScale size={28} stroke={1.5} aria-hidden />}
    title={texts.emptyTitle}
    text={texts.empty}
  />
)
