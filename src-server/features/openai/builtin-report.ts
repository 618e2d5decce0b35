import { paymentMethodNames, paymentMethods } from '#server/shared/payment-method.ts'
import { FACT_DAYS, type Facts } from './facts.ts'
import { TRAILING_DAYS } from './figures.rules.ts'
import { money } from './figures.ts'
import type { AnalysisName } from './openai.schema.ts'
import { type SetupFacts, setupAdvice } from './setup-facts.ts'

type Sources = { facts: Facts; setup: SetupFacts }

/** Paragraphs for each analysis; without one, those that say the most. */
const parts: Record<AnalysisName | 'general', readonly ((sources: Sources) => string)[]> = {
  general: [volume, trend, periods, failures, anomalies],
  patterns: [volume, methods, trend, periods, anomalies],
  fraud: [failures, anomalies, fraudLimits],
  risk: [trend, failures, currencies, pending],
  configuration: [setup, methods],
  environment: [setup, pending],
  debug: [failures, pending, setup],
}

/** The same figures make the same report: no model, no chance. */
export function builtinReport(sources: Sources, analysis: AnalysisName | undefined): string {
  const paragraphs = parts[analysis ?? 'general'].map((write) => write(sources))
  return [...paragraphs, closing].filter((text) => text !== '').join('\n\n')
}

const closing =
  'This report was computed from your figures without a model, so it does not answer the words of the prompt.'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function volume({ facts }: Sources): string {
  if (facts.payments === 0) return `There were no payments in the last ${FACT_DAYS} days.`
  const revenue = facts.revenue.map(({ currency, amount }) => money(amount, currency))
  const earned = revenue.length > 0 ? `They brought ${revenue.join(', ')}.` : 'None succeeded yet.'
  return `Volume: ${plural(facts.payments, 'payment')} from ${facts.from} to ${facts.to}. ${earned}`
}

function trend({
  facts: {
    trend: { last, before, change },
    currency,
  },
}: Sources): string {
  if (last === 0 && before === 0) return ''
  const compared = `${money(last, currency)} in the last 30 days, ${money(before, currency)} in the 30 before`
  if (change === null) return `Trend: ${compared}; there is nothing to compare with.`
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'level'
  return `Trend: ${direction} ${Math.abs(change)} %. ${compared}.`
}

function periods({ facts: { best, weakest, bestSlot, currency } }: Sources): string {
  const sentences = [
    best && `The best day was ${best.day} with ${money(best.amount, currency)}`,
    weakest &&
      `the weakest with any revenue was ${weakest.day} with ${money(weakest.amount, currency)}`,
  ].filter(Boolean)
  const days = sentences.length > 0 ? `Best and worst: ${sentences.join('; ')}.` : ''
  const slot = bestSlot
    ? `${bestSlot.label} have brought the most of any part of the week: ${money(bestSlot.amount, currency)} in all.`
    : ''
  return [days, slot].filter(Boolean).join(' ')
}

function failures({ facts: { byStatus, successRate, failureReasons } }: Sources): string {
  if (byStatus.failed === 0) return 'Failures: no payment failed in this time.'
  const reasons = failureReasons.map(({ reason, count }) => `${reason} ${count}`).join(', ')
  const rate = successRate === null ? '' : ` The success rate is ${successRate.toFixed(1)} %.`
  return `Failures: ${plural(byStatus.failed, 'payment')} failed.${rate} Reasons: ${reasons}.`
}

function anomalies({ facts }: Sources): string {
  if (facts.anomalies.length === 0) {
    return `Anomalies: no day lies far from the mean of the ${TRAILING_DAYS} days before it.`
  }
  const days = facts.anomalies.map(
    ({ day, amount, usual }) =>
      `${day} with ${money(amount, facts.currency)} (usual: ${money(usual, facts.currency)})`,
  )
  return `Anomalies against the mean of the ${TRAILING_DAYS} days before: ${days.join('; ')}.`
}

function methods({ facts: { byMethod, payments } }: Sources): string {
  if (payments === 0) return ''
  const shares = paymentMethods.map((method) => `${paymentMethodNames[method]} ${byMethod[method]}`)
  return `Methods: ${shares.join(', ')}.`
}

function pending({ facts: { byStatus } }: Sources): string {
  return byStatus.pending === 0
    ? 'Pending: nothing waits for an outcome.'
    : `Pending: ${plural(byStatus.pending, 'payment')} without an outcome yet. Bank transfers can be settled by hand.`
}

function currencies({ facts: { revenue } }: Sources): string {
  if (revenue.length < 2) return ''
  const each = revenue.map(({ currency, amount }) => money(amount, currency)).join(', ')
  return `Currencies: revenue comes in ${revenue.length} currencies (${each}); their rates move against each other.`
}

function fraudLimits({ facts: { payments } }: Sources): string {
  if (payments === 0) return 'There is nothing yet in which fraud could show.'
  return 'Fraud itself cannot be seen in sums. Declines that pile up and days far from the usual are where to look first: open their rows.'
}

function setup({ setup: facts }: Sources): string {
  const advice = setupAdvice(facts)
  const state = `Set-up: ${facts.environment}, version ${facts.version}, ${facts.database}, sign-in by ${facts.signIn}.`
  if (advice.length === 0) return `${state} Nothing needs to be changed.`
  return [state, ...advice.map((line) => `- ${line}`)].join('\n')
}
