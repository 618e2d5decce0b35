import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf, canTakePayments } from '#server/features/merchants/merchants.rules.ts'
import { applyPauseOfAll, linkStatus } from '#server/features/payment-links/link-state.rules.ts'
import { isLinkToken } from '#server/features/payment-links/link-token.ts'
import {
  findLinkAnswersByForm,
  findLinkByToken,
  type LinkRow,
} from '#server/features/payment-links/links.queries.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { type BrandingRow, findBranding } from '#server/services/branding/branding.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import { offersOf, tipsOf } from '../link-choices.rules.ts'
import type { LinkStatus } from '../payment-link-enums.schema.ts'
import { presetsOf, questionsOf } from '../payment-links.rules.ts'
import { type FormToken, hashOfForm } from './form-token.ts'
import type { FormSettings } from './pay-form.rules.ts'

/** A link as its payer sees it. */
export type PayersLink = {
  link: LinkRow
  merchant: ActingMerchant
  branding: BrandingRow
  status: LinkStatus
  formSettings: FormSettings
  /** Proposed amounts as decimal texts. */
  presets: string[]
  /** True when card payments continue on a page of the processor, which may offer other types of payment. */
  hasMoreThanCards: boolean
}

/** Returns the link of a token; undefined when the token is unknown, or when the merchant cannot take payments. */
export async function findPayersLink(world: World, token: string): Promise<PayersLink | undefined> {
  if (!isLinkToken(token)) return undefined
  const storedLink = await findLinkByToken(world.db, { tokenHash: hashSecret(token) })
  const row = storedLink && (await findMerchant(world.db, { merchantId: storedLink.merchantId }))
  if (!storedLink || !row || !canTakePayments(row)) return undefined
  const merchant = actingMerchantOf(row)
  const now = toIso(world.now())
  const link = applyPauseOfAll(storedLink, merchant, now)
  const formSettings = formSettingsOf(world, merchant, link)
  return {
    link,
    merchant,
    branding: await findBranding(world.db, { merchantId: merchant.id }),
    // A link without a payment method takes no payments, like a paused link.
    status: formSettings.methods.length === 0 ? 'paused' : linkStatus(link, now),
    formSettings,
    presets: presetsOf(link).map(decimalFromMinor),
    hasMoreThanCards:
      world.processors.routeOf(merchant, 'card')?.processor.payerOrigins !== undefined,
  }
}

function formSettingsOf(
  { processors }: Pick<World, 'processors'>,
  merchant: ActingMerchant,
  link: LinkRow,
): FormSettings {
  const currency = Currency.parse(link.currency)
  const { amount, minAmount, maxAmount } = link
  const accepts = (paymentMethod: PaymentMethod): boolean => {
    const route = processors.routeOf(merchant, paymentMethod)
    if (!route) return false
    const {
      least,
      most,
      takesCurrency = true,
      step = rulesOf(currency).step,
    } = route.processor.capabilities(paymentMethod, currency)
    // A payer who chooses the amount may choose any that the currency has.
    const isMultiple = amount === null ? step <= rulesOf(currency).step : amount % step === 0
    if (!takesCurrency || !isMultiple) return false
    // The link's maximum must reach the processor's minimum; its minimum must not exceed the processor's maximum.
    const reachesMinimum = (amount ?? maxAmount ?? rulesOf(currency).largest) >= (least ?? 0)
    return reachesMinimum && (amount ?? minAmount ?? rulesOf(currency).step) <= (most ?? Infinity)
  }
  return {
    amount,
    minAmount,
    maxAmount,
    currency,
    questions: questionsOf(link),
    offers: offersOf(link),
    tips: tipsOf(link),
    methods: paymentMethods.filter(accepts),
  }
}

/** Returns whether the page of a link can offer a payment method. */
export const hasPaymentMethod = (
  world: Pick<World, 'processors'>,
  merchant: ActingMerchant,
  link: LinkRow,
): boolean => formSettingsOf(world, merchant, link).methods.length > 0

/** Returns the payment that a form of this link has made, as it is now. */
export async function findPaymentOfForm(
  world: World,
  { merchantId }: LinkRow,
  form: FormToken,
): Promise<TransactionRow | undefined> {
  const answersRow = await findLinkAnswersByForm(world.db, {
    merchantId,
    formHash: hashOfForm(form),
  })
  return answersRow && findTransaction(world.db, { merchantId, key: answersRow.transactionId })
}
