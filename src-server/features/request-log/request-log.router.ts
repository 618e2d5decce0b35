import { badCursor } from '#server/core/calls/bad-cursor.ts'
import { member, router } from '#server/core/calls/trpc.ts'
import { countRequests, listRequests } from '#server/services/request-log/request-log.queries.ts'
import { MAX_REQUESTS } from '#server/services/request-log/request-log.ts'
import { decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { offsetOf } from '#server/shared/page.ts'
import { ListRequestLog, RequestLogPage } from './request-log.schema.ts'

const SORT = '-id'

export const requestLogRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/request-log',
        isList: true,
        summary: 'List the last calls of API keys',
        description: 'The newest 1,000 of the merchant, newest first; no bodies.',
      },
    })
    .input(ListRequestLog)
    .output(RequestLogPage)
    .query(async ({ ctx, input }) => {
      const { limit, cursor, page: _, ...filter } = input
      const after = cursor === undefined ? undefined : decodeCursor(cursor, SORT)
      if (cursor !== undefined && !after) throw badCursor()
      const where = { merchantId: ctx.merchant.id, ...filter, keep: MAX_REQUESTS }
      const [rows, total] = await Promise.all([
        listRequests(ctx.db, {
          ...where,
          before: after?.id,
          limit: limit + 1,
          offset: offsetOf(input),
        }),
        countRequests(ctx.db, where),
      ])
      const last = rows[limit - 1]
      const nextCursor =
        rows.length > limit && last
          ? encodeCursor({ sort: SORT, value: last.id, id: last.id })
          : null
      const data = rows.slice(0, limit).map(({ merchantId: _merchant, keyId: _key, ...row }) => row)
      return { data, total, totalExact: true, nextCursor }
    }),
})
