import { formatCount, formatMoment, formatMoney } from '#client/lib/words/format.ts'
import { linkChoices } from '#client/texts/en/link-choices.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { LinkChoices } from '#server/features/payment-links/link-choices.schema.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'

const texts = paymentLinks.amount

type LinkAmount = Pick<PaymentLink, 'amount' | 'minAmount' | 'maxAmount' | 'currency'>

/**
 * Returns the amount as text: "€12.00", "from €5.00" or "€5.00 – €50.00"; with the choices of a quantity, the price of
 * one.
 */
export function amountWords(
  { amount, minAmount, maxAmount, currency }: LinkAmount,
  choices?: Pick<LinkChoices, 'quantity'>,
): string {
  if (choices?.quantity)
    return linkChoices.facts.each(formatMoney(choices.quantity.price, currency))
  if (amount !== null) return formatMoney(amount, currency)
  const min = minAmount === null ? undefined : formatMoney(minAmount, currency)
  const max = maxAmount === null ? undefined : formatMoney(maxAmount, currency)
  if (min && max) return min === max ? min : texts.between(min, max)
  if (min) return texts.from(min)
  return max ? texts.upTo(max) : texts.any
}

/** Returns why a link takes no payments, and until when; undefined for an active link. */
export function inactiveReason(link: PaymentLink, timezone: string): string | undefined {
  const { standing: reasonTexts } = paymentLinks
  const { status, pausedUntil, pauseReason, closedAt, maxUses, paidCount } = link
  if (closedAt) return reasonTexts.closedByHand
  if (status === 'paused') {
    const until = pausedUntil ? reasonTexts.until(formatMoment(pausedUntil, timezone)) : undefined
    if (pauseReason === null) return reasonTexts.noMethod
    if (pauseReason !== 'card_testing') return until ?? reasonTexts.byHand
    return [until, reasonTexts.cardTesting].filter(Boolean).join(': ')
  }
  if (status !== 'closed' || maxUses === null) return undefined
  if (paidCount === 0) return reasonTexts.underWay
  return maxUses === 1
    ? reasonTexts.paidOnce
    : reasonTexts.usedUp(formatCount(paidCount), formatCount(maxUses))
}

/** Returns true when the link has a customer and can still be paid. */
export const canBeMailed = ({ customerId, status }: PaymentLink): boolean =>
  customerId !== null && (status === 'active' || status === 'paused')

/**
 * Returns true for a link paused because no payment method is available. Pausing or resuming the link changes
 * nothing.
 */
export const hasNoMethod = ({ status, pauseReason }: PaymentLink): boolean =>
  status === 'paused' && pauseReason === null
