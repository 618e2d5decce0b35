import { inTransaction, type MerchantCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toIso } from '../../shared/day.ts'
import { audit } from '../audit/audit.ts'
import { listAnswersAbout, replaceAnswer } from '../idempotency/idempotency.queries.ts'
import { holdMerchant } from '../merchants/hold-merchant.ts'
import { putSearchText } from '../search/search.queries.ts'
import { searchTextOf } from '../search/search.rules.ts'
import { eraseFromEvents } from '../webhooks/erase-from-events.ts'
import { searchPartsOf as paymentSearchParts } from '../transactions/transactions.rules.ts'
import { moveBetweenStatuses } from './change-customer.ts'
import {
  findCustomerToChange,
  listPaymentsOf,
  renameOnPayments,
  updateCustomerRow,
} from './customers.queries.ts'
import { erasedPerson } from './customers.rules.ts'
import { indexCustomer, noteCustomer } from './store-customer.ts'

const BATCH = 500

type Person = { name: string; email: string }

/**
 * Replaces name and e-mail wherever they are kept: on the customer, on the payments, in the search
 * in the answers kept for
 * retries and in the webhook events. Amounts stay, so every figure stays.
 */
export function eraseCustomer(ctx: MerchantCtx, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (trx) => {
    const inner = await holdMerchant(trx)
    const where = { merchantId: ctx.merchant.id, id }
    const before = await findCustomerToChange(inner.db, inner.dialect, where)
    if (!before) throw new AppError('not_found', 'There is no such customer.')
    const person = erasedPerson(id)
    const after = await updateCustomerRow(inner.db, where, {
      ...person,
      emailKey: person.email,
      status: 'inactive',
      updatedAt: toIso(ctx.now()),
    })
    if (!after) throw new AppError('not_found', 'There is no such customer.')
    await moveBetweenStatuses(inner, before, after)
    await indexCustomer(inner, after)
    await renameOnPayments(inner.db, where, person)
    await eraseFromAnswers(inner, [id], person)
    await eraseFromPayments(inner, id, person)
    await eraseFromEvents(inner.db, { merchantId: where.merchantId, customerId: id }, person)
    await audit(inner, { merchantId: where.merchantId, action: 'customer.erased', objectId: id })
    noteCustomer(inner, after, 'changed')
  })
}

async function eraseFromPayments(ctx: MerchantCtx, id: string, person: Person): Promise<void> {
  const merchantId = ctx.merchant.id
  let after = ''
  for (;;) {
    const rows = await listPaymentsOf(ctx.db, { merchantId, id, after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    for (const row of rows) {
      const text = searchTextOf(paymentSearchParts(row))
      await putSearchText(ctx.db, { merchantId, kind: 'transaction', objectId: row.id, text })
    }
    await eraseFromAnswers(
      ctx,
      rows.map((row) => row.id),
      person,
    )
  }
}

/** A retry after the erasure gets the same answer, but for the name and the e-mail in it. */
async function eraseFromAnswers(
  ctx: MerchantCtx,
  objectIds: string[],
  { name, email }: Person,
): Promise<void> {
  const answers = await listAnswersAbout(ctx.db, { merchantId: ctx.merchant.id, objectIds })
  for (const { merchantId, key, body } of answers) {
    if (body === null) continue
    const answer: Record<string, unknown> = JSON.parse(body)
    if ('customerName' in answer)
      Object.assign(answer, { customerName: name, customerEmail: email })
    else Object.assign(answer, { name, email })
    await replaceAnswer(ctx.db, { merchantId, key }, JSON.stringify(answer))
  }
}
