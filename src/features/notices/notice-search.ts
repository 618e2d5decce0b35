import { z } from 'zod'
import { cleaned, dayFilter, filterBy, firstPage, orderSearch } from '#client/list/list-search.ts'
import { NoticeSort, NoticeStatus } from '#server/features/notices/notice-enums.schema.ts'
import { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'

const filter = { status: filterBy(NoticeStatus), kind: filterBy(NoticeKind), ...dayFilter }

/** Names of the list's filters in the URL. */
export const noticeFilterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's state in the URL. */
export const NoticeSearch = z
  .object({ ...filter, ...orderSearch(NoticeSort, firstPage.sort) })
  .transform(cleaned)
export type NoticeSearch = z.infer<typeof NoticeSearch>
