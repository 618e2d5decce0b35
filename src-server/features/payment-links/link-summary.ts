import type { MerchantCtx } from '#server/core/context.ts'
import type { ListScope } from '#server/core/lists/list-definition.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import type { LinkStatus } from './payment-link-enums.schema.ts'
import { linkClock, linkList } from './payment-links.list.ts'
import { type LinkFilter, sumSomeLinks } from './payment-links.queries.ts'
import {
  PaymentLink,
  type PaymentLinkSummary,
  type SummarizePaymentLinks,
} from './payment-links.schema.ts'

/** Links per read: a hundredth of a second of work, after which the read yields. */
const LINKS_PER_READ = 2000

/** Returns the number of links by status, and the amounts paid by currency. */
export async function summarizeLinks(
  ctx: MerchantCtx,
  input: SummarizePaymentLinks,
): Promise<PaymentLinkSummary> {
  const scope = await linkList.find(ctx, input)
  const statuses = new Map<LinkStatus, number>()
  const currencies = new Map<string, { count: number; amount: Minor }>()
  for await (const { status, currency, count, paid, paidAmount } of readSums(ctx, scope)) {
    statuses.set(status, (statuses.get(status) ?? 0) + count)
    const before = currencies.get(currency) ?? { count: 0, amount: 0 }
    currencies.set(currency, { count: before.count + paid, amount: before.amount + paidAmount })
  }
  return {
    byStatus: [...statuses]
      .map(([status, count]) => ({ status, count }))
      .toSorted((a, b) => b.count - a.count),
    byCurrency: [...currencies]
      .filter(([, { count }]) => count > 0)
      .map(([currency, { count, amount }]) => ({
        currency: PaymentLink.shape.currency.parse(currency),
        paidCount: count,
        paidAmount: decimalFromMinor(amount),
      }))
      .toSorted((a, b) => b.paidCount - a.paidCount || a.currency.localeCompare(b.currency)),
  }
}

async function* readSums(ctx: MerchantCtx, scope: ListScope<LinkFilter> | undefined) {
  if (!scope) return
  const query = {
    ...scope,
    clock: scope.filter.status ?? linkClock(ctx),
    list: linkList,
    limit: LINKS_PER_READ,
  }
  for (let after = ''; ; ) {
    const from = after
    const sums = await readInSlice(() => sumSomeLinks(ctx.db, { ...query, after: from }))
    yield* sums
    const readCount = sums.reduce((all, { count }) => all + count, 0)
    if (readCount < LINKS_PER_READ) return
    after = sums.map(({ lastId }) => lastId).reduce((last, id) => (id > last ? id : last), after)
  }
}
