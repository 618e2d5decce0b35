import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { newLinkToken, sealLinkToken } from '#server/features/payment-links/link-token.ts'
import { findLink, type LinkRow } from '#server/features/payment-links/links.queries.ts'
import { audit } from '#server/services/audit/audit.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { searchTextOf } from '#server/services/search/search.rules.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { toIso } from '#server/shared/day.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { auditedChoicesOf, choicesOf } from './link-choices.rules.ts'
import { insertLink } from './payment-links.queries.ts'
import {
  type AmountColumns,
  type AmountSettings,
  amountColumns,
  amountSettingsOf,
  methodTypesColumn,
  methodTypesOf,
  partsOfLink,
  questionsOf,
} from './payment-links.rules.ts'
import type { NewPaymentLink, PaymentLinkKey } from './payment-links.schema.ts'

/** Creates a link with a URL that cannot be guessed. */
export const createLink = (ctx: MerchantCtx, input: NewPaymentLink): Promise<LinkRow> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const { db, merchant, now, secretBox } = inner
    const currency = input.currency ?? merchant.currency
    const linkKey = { merchantId: merchant.id, id: inner.newId('lnk') }
    const token = newLinkToken()
    const at = toIso(now())
    const customerColumns = await findLinkCustomer(inner, input)
    const row = await insertLink(db, {
      ...linkKey,
      tokenHash: hashSecret(token),
      token: sealLinkToken(secretBox, linkKey, token),
      title: input.title,
      description: input.description,
      ...assertAmount(input, currency),
      methodTypes: methodTypesColumn(input.methodTypes),
      currency,
      maxUses: input.maxUses ?? null,
      expiresAt: assertFuture(inner, input.expiresAt ?? null),
      questions: JSON.stringify(input.questions),
      afterMessage: input.afterMessage,
      afterUrl: input.afterUrl ?? null,
      language: input.language ?? null,
      ...customerColumns,
      hasReminders: remindersOf(customerColumns, input.hasReminders),
      pausedAt: null,
      pausedUntil: null,
      pauseReason: null,
      actor: actorName(inner.actor),
      createdAt: at,
      updatedAt: at,
    })
    await indexLink(inner, row)
    await audit(inner, {
      merchantId: merchant.id,
      action: 'payment_link.created',
      objectId: row.id,
      after: auditedFieldsOf(row),
    })
    publishLinkChange(inner, row, 'created')
    return row
  })

/** Creates a link with the same settings, and with a URL and counts of its own. */
export async function duplicateLink(ctx: MerchantCtx, { id }: PaymentLinkKey): Promise<LinkRow> {
  const row = await findLink(ctx.db, { merchantId: ctx.merchant.id, id })
  if (!row) throw noLink()
  const isFuture = row.expiresAt !== null && row.expiresAt > toIso(ctx.now())
  return createLink(ctx, {
    ...amountSettingsOf(row),
    ...choicesOf(row),
    presets: [...amountSettingsOf(row).presets],
    title: row.title,
    description: row.description,
    currency: row.currency as Currency,
    maxUses: row.maxUses,
    expiresAt: isFuture ? row.expiresAt : null,
    questions: questionsOf(row),
    methodTypes: methodTypesOf(row),
    afterMessage: row.afterMessage,
    afterUrl: row.afterUrl,
    language: row.language,
    customerId: row.customerId,
    sourceTransactionId: row.sourceTransactionId,
    hasReminders: row.hasReminders === 1,
  })
}

/**
 * Returns the customer of a link: the named customer, or the customer of the named payment. Customer and payment must
 * be the merchant's own.
 */
async function findLinkCustomer(
  { db, merchant }: MerchantCtx,
  { customerId, sourceTransactionId }: NewPaymentLink,
): Promise<Pick<LinkRow, 'customerId' | 'sourceTransactionId'>> {
  const merchantId = merchant.id
  const payment =
    sourceTransactionId && (await findTransaction(db, { merchantId, key: sourceTransactionId }))
  if (sourceTransactionId && !payment) {
    throw invalid([{ path: 'sourceTransactionId', message: 'names no payment of yours' }])
  }
  const source = payment || undefined
  const isCounterSale = source !== undefined && isCounterEmail(source.customerEmail)
  const id = customerId ?? (isCounterSale ? null : (source?.customerId ?? null))
  const columns = { customerId: id, sourceTransactionId: source?.id ?? null }
  if (id === null) return columns
  const customer = await findCustomer(db, { merchantId, id })
  if (!customer || customer.erasedAt !== null || isCounterEmail(customer.email)) {
    throw invalid([{ path: 'customerId', message: 'names no customer of yours' }])
  }
  return columns
}

/** Returns the reminder setting as stored. Throws for a link without a customer, which has no one to remind. */
export function remindersOf({ customerId }: Pick<LinkRow, 'customerId'>, isOn: boolean): 0 | 1 {
  if (!isOn) return 0
  if (customerId !== null) return 1
  throw invalid([{ path: 'hasReminders', message: 'is for links that ask a customer' }])
}

export function assertAmount(requested: AmountSettings, currency: Currency): AmountColumns {
  const result = amountColumns(requested, currency)
  if ('issues' in result) throw invalid(result.issues)
  return result.columns
}

/** Throws when the expiry is not in the future, because such a link could never be paid. */
export function assertFuture({ now }: Pick<MerchantCtx, 'now'>, at: string | null): string | null {
  if (at === null) return null
  const atMs = Date.parse(at)
  if (atMs <= now()) throw invalid([{ path: 'expiresAt', message: 'must lie ahead' }])
  return toIso(atMs)
}

const invalid = (issues: { path: string; message: string }[]): AppError =>
  new AppError('invalid', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    issues,
  })

export const noLink = () => new AppError('not_found', 'There is no such payment link.')

/** Returns the fields of a link for the audit log, without description, questions and closing message. */
export const auditedFieldsOf = (row: LinkRow) => ({
  title: row.title,
  amountKind: row.amountKind,
  amount: row.amount,
  minAmount: row.minAmount,
  maxAmount: row.maxAmount,
  methodTypes: methodTypesOf(row)?.join(', ') ?? null,
  currency: row.currency,
  maxUses: row.maxUses,
  expiresAt: row.expiresAt,
  afterUrl: row.afterUrl,
  language: row.language,
  hasReminders: row.hasReminders === 1,
  ...auditedChoicesOf(row),
})

export const indexLink = ({ db }: Pick<MerchantCtx, 'db'>, row: LinkRow) =>
  putSearchTexts(db, [
    {
      merchantId: row.merchantId,
      kind: 'payment_link',
      objectId: row.id,
      text: searchTextOf(partsOfLink(row)),
    },
  ])

export const publishLinkChange = (
  { publishChange }: Pick<MerchantCtx, 'publishChange'>,
  { merchantId, id }: LinkRow,
  action: 'created' | 'changed',
): void => publishChange({ merchantId, type: 'payment_link', action, objectId: id })
