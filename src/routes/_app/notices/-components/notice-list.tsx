import { Group, Text } from '@mantine/core'
import { IconBell, IconCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { EmptyState } from '#client/components/empty-state.tsx'
import buttons from '#client/components/icon-button.module.css'
import { rowLinks } from '#client/components/list/row-link.ts'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { type NoticeSearch, noticeFilterKeys } from '#client/features/notices/notice-search.ts'
import { NoticeText, textsOf, useMarkRead } from '#client/features/notices/notice-text.tsx'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { languageFor } from '#client/lib/language-for.ts'
import { createdCell } from '#client/list/cells.tsx'
import type { ListDefinition } from '#client/list/list.ts'
import { type ListInput, summaryInput } from '#client/list/list-search.ts'
import { notices } from '#client/texts/en/notices.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import { noticeSorts, noticeStatuses } from '#server/features/notices/notice-enums.schema.ts'
import type { Notice } from '#server/features/notices/notices.schema.ts'
import { noticeKindNames } from '#server/shared/notices/notice-kind-names.ts'
import { noticeKinds } from '#server/shared/notices/notice-kinds.ts'

const { columns: names } = notices

const ReadTag = ({ status }: Notice) => (
  <Tag tone={status === 'unread' ? 'info' : 'neutral'}>{notices.statuses[status]}</Tag>
)

type Props = { notice: Notice; timezone: string }

/** The button of a row that marks an unread notice as read. */
function MarkRead({ notice, timezone }: Props) {
  const markRead = useMarkRead()
  if (notice.status === 'read') return null
  const label = notices.markRead(textsOf(notice, timezone).title)
  return (
    <button
      type="button"
      className={buttons.button}
      aria-label={label}
      title={label}
      onClick={() => markRead(notice)}
    >
      <IconCheck size={18} aria-hidden />
    </button>
  )
}

type CardsProps = { rows: readonly Notice[]; timezone: string }

const NoticeCards = ({ rows, timezone }: CardsProps) => (
  <ul className={cards.list} aria-label={notices.caption} ref={rowLinks}>
    {rows.map((notice) => (
      <li key={notice.id} className={cards.card}>
        <NoticeText notice={notice} timezone={timezone} />
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <ReadTag {...notice} />
            <Text size="xs" c="dimmed" component="span">
              <DateText at={notice.createdAt} timezone={timezone} isBrief />
            </Text>
          </Group>
          <MarkRead notice={notice} timezone={timezone} />
        </Group>
      </li>
    ))}
  </ul>
)

function useSummary(input: ListInput<NoticeSearch>) {
  const { status: _, ...filter } = summaryInput(input)
  const { data, isPlaceholderData, isError } = trpc.notices.summary.useQuery(filter, {
    placeholderData: keepPreviousData,
  })
  return {
    counts: data && countsOf(data),
    isTooMany: false,
    isStale: isPlaceholderData,
    isError,
    countText: notices.count,
    sums: data && [],
  }
}

const countsOf = (summary: Record<Notice['status'], number>) =>
  noticeStatuses
    .map((status) => ({ status, count: summary[status] }))
    .filter(({ count }) => count > 0)

/** The list of notices; each row opens the rows that it is about. */
export const noticeList: ListDefinition<NoticeSearch, Notice, 'createdAt', object> = {
  to: '/notices',
  filterKeys: noticeFilterKeys,
  title: shell.titles.notices,
  region: shell.titles.notices,
  words: notices,
  sorts: noticeSorts,
  statuses: noticeStatuses,
  nameOfStatus: (status) => notices.statuses[status],
  filters: [
    {
      kind: 'choice',
      field: 'kind',
      add: notices.addKind,
      options: noticeKindNames,
      nameOf: (kind) => noticeKinds[kind].name[languageFor('en')],
      describe: notices.kind,
    },
    { kind: 'days' },
  ],
  columns: [
    {
      width: 'whom',
      label: names.notice,
      cell: (notice, { timezone }) => (
        <td>
          <NoticeText notice={notice} timezone={timezone} />
        </td>
      ),
    },
    {
      width: 'status',
      label: names.status,
      cell: (notice) => (
        <td>
          <ReadTag {...notice} />
        </td>
      ),
    },
    { width: 'date', label: names.date, field: 'createdAt', cell: createdCell },
    {
      width: 'act',
      label: names.action,
      cell: (notice, { timezone }) => (
        <td>
          <MarkRead notice={notice} timezone={timezone} />
        </td>
      ),
    },
  ],
  fields: ['createdAt'],
  Cards: NoticeCards,
  Summary: ({ input, children }) => children(useSummary(input)),
}

export const noNotices = (
  <EmptyState
    icon={<IconBell size={28} stroke={1.5} aria-hidden />}
    title={notices.emptyTitle}
    text={notices.empty}
  />
)
