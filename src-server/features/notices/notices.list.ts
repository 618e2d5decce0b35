import type { NoticeRow } from '#db/tables/notice-tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition, ListFilter } from '#server/core/lists/list-definition.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'
import { type NoticeSort, noticeSorts } from './notice-enums.schema.ts'
import { isReadBy, isShown, listReadIds, type Viewer } from './notices.queries.ts'
import type { ListNotices, Notice } from './notices.schema.ts'

const columns = ['id', 'kind', 'facts', 'createdAt'] as const

type ListedNotice = Pick<NoticeRow, (typeof columns)[number]>
type ListInput = Omit<ListNotices, 'sort' | 'limit' | 'page' | 'cursor'>
type NoticeFilter = ListFilter & Pick<ListInput, 'kind'> & { viewer: Viewer; isRead?: boolean }

/** Returns the list of the notices that a member sees, with what they have read. */
export const noticeListOf = (
  viewer: Viewer,
): ListDefinition<'notices', ListedNotice, NoticeFilter, NoticeSort, ListInput, Notice> => ({
  table: 'notices',
  columns,
  conditions: {
    kind: 'equal',
    viewer: isShown,
    isRead: (eb, isRead, filter) =>
      isRead ? isReadBy(eb, filter.viewer) : eb.not(isReadBy(eb, filter.viewer)),
  },
  sorts: noticeSorts,
  indexed: [],
  find: async (ctx, { status, ...input }) => ({
    filter: {
      ...listFilter(ctx, input),
      viewer,
      ...(status !== undefined && { isRead: status === 'read' }),
    },
  }),
  toResponses: (ctx, rows) => noticesOf(ctx, viewer, rows),
})

async function noticesOf(
  { db, merchant }: MerchantCtx,
  { provider, subject }: Viewer,
  rows: readonly ListedNotice[],
): Promise<Notice[]> {
  const ids = rows.map(({ id }) => id)
  const read = new Set(await listReadIds(db, { merchantId: merchant.id, provider, subject, ids }))
  return rows.map(({ id, kind, facts, createdAt }) => ({
    id,
    kind: NoticeKind.parse(kind),
    facts: NoticeFacts.parse(JSON.parse(facts)),
    status: read.has(id) ? 'read' : 'unread',
    createdAt,
  }))
}
