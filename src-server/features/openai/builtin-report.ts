import { paymentMethods } from '#server/shared/money/payment-method.ts'
import { TRAILING_DAYS } from './figures.rules.ts'
import type { AnalysisName, ReportLanguage } from './openai.schema.ts'
import { type ReportNumbers, reportNumbersFor } from './report-numbers.ts'
import { type ReportWords, reportWords } from './report-words.ts'
import { type SetupState, setupAdvice } from './setup-state.ts'
import { TOTALS_DAYS, type Totals } from './totals.ts'

type ReportInput = { totals: Totals; setup: SetupState; language: ReportLanguage }
type Sources = ReportInput & { words: ReportWords; numbers: ReportNumbers }

/** Paragraphs of each analysis; `general` has the most informative ones, for requests that name no analysis. */
const sections: Record<AnalysisName | 'general', readonly ((sources: Sources) => string)[]> = {
  general: [writeVolume, writeTrend, writePeriods, writeFailures, writeAnomalies],
  patterns: [writeVolume, writeMethods, writeTrend, writePeriods, writeAnomalies],
  fraud: [writeFailures, writeAnomalies, writeFraudLimits],
  risk: [writeTrend, writeFailures, writeCurrencies, writePending],
  configuration: [writeSetup, writeMethods],
  environment: [writeSetup, writePending],
  debug: [writeFailures, writePending, writeSetup],
}

/** Returns a report computed without a model: the same figures always give the same report. */
export function writeBuiltinReport(input: ReportInput, analysis: AnalysisName | undefined): string {
  const words = reportWords[input.language]
  const sources: Sources = { ...input, words, numbers: reportNumbersFor(input.language) }
  const paragraphs = sections[analysis ?? 'general'].map((write) => write(sources))
  return [...paragraphs, words.closing].filter((text) => text !== '').join('\n\n')
}

function writeVolume({ totals, words, numbers }: Sources): string {
  if (totals.payments === 0) return words.none(TOTALS_DAYS)
  const revenue = totals.revenue.map(({ currency, amount }) => numbers.money(amount, currency))
  const earned = revenue.length > 0 ? words.brought(revenue.join(', ')) : words.noneSucceeded
  const payments = words.payments(numbers.count(totals.payments), totals.payments === 1)
  return `${words.volume(payments, numbers.day(totals.from), numbers.day(totals.to))} ${earned}`
}

function writeTrend({ totals, words, numbers }: Sources): string {
  const { last, before, change } = totals.trend
  if (last === 0 && before === 0) return ''
  const sums = [last, before].map((amount) => numbers.money(amount, totals.currency))
  const compared = words.compared(sums[0] ?? '', sums[1] ?? '')
  if (change === null) return words.trend(compared)
  if (change === 0) return words.trendLevel(compared)
  const percent = numbers.percent(Math.abs(change))
  return change > 0 ? words.trendUp(percent, compared) : words.trendDown(percent, compared)
}

function writePeriods({ totals, words, numbers }: Sources): string {
  const { best, weakest, bestSlot, currency } = totals
  const sentences = [
    best && words.bestDay(numbers.day(best.day), numbers.money(best.amount, currency)),
    weakest && words.weakestDay(numbers.day(weakest.day), numbers.money(weakest.amount, currency)),
  ].filter(Boolean)
  const days = sentences.length > 0 ? words.bestAndWorst(sentences.join('; ')) : ''
  const slot = bestSlot
    ? words.bestSlot(
        numbers.slot(bestSlot.weekday, bestSlot.slot),
        numbers.money(bestSlot.amount, currency),
      )
    : ''
  return [days, slot].filter(Boolean).join(' ')
}

function writeFailures({ totals, words, numbers }: Sources): string {
  const { byStatus, successRate, failureReasons } = totals
  if (byStatus.failed === 0) return words.noFailures
  const reasons = failureReasons
    .map(({ reason, count }) => `${numbers.reason(reason)} ${numbers.count(count)}`)
    .join(', ')
  const rate = successRate === null ? '' : words.rate(numbers.percent(successRate))
  const failed = words.failedPayments(numbers.count(byStatus.failed), byStatus.failed === 1)
  return words.failures(failed, rate, reasons)
}

function writeAnomalies({ totals, words, numbers }: Sources): string {
  if (totals.anomalies.length === 0) return words.noAnomalies(TRAILING_DAYS)
  const days = totals.anomalies.map(({ day, amount, usual }) =>
    words.anomaly(
      numbers.day(day),
      numbers.money(amount, totals.currency),
      numbers.money(usual, totals.currency),
    ),
  )
  return words.anomalies(TRAILING_DAYS, days.join('; '))
}

function writeMethods({ totals: { byMethod, payments }, words, numbers }: Sources): string {
  if (payments === 0) return ''
  const shares = paymentMethods.map(
    (method) => `${words.methodNames[method]} ${numbers.count(byMethod[method])}`,
  )
  return words.methods(shares.join(', '))
}

function writePending({ totals: { byStatus }, words, numbers }: Sources): string {
  if (byStatus.pending === 0) return words.nonePending
  return words.pending(words.payments(numbers.count(byStatus.pending), byStatus.pending === 1))
}

function writeCurrencies({ totals: { revenue }, words, numbers }: Sources): string {
  if (revenue.length < 2) return ''
  const each = revenue.map(({ currency, amount }) => numbers.money(amount, currency)).join(', ')
  return words.currencies(revenue.length, each)
}

function writeFraudLimits({ totals: { payments }, words }: Sources): string {
  return payments === 0 ? words.noFraud : words.fraudLimits
}

function writeSetup({ setup, language }: Sources): string {
  const advice = setupAdvice(setup, language)
  const database = databases[setup.database]
  const hint = advice.map((line) => `- ${line}`)
  if (language === 'it') {
    const signIn = setup.signIn === 'Clerk' ? 'Clerk' : 'questo server'
    const state = `Configurazione: ${setup.environment}, versione ${setup.version}, ${database}, accesso con ${signIn}.`
    return advice.length === 0 ? `${state} Non c’è nulla da cambiare.` : [state, ...hint].join('\n')
  }
  const state = `Set-up: ${setup.environment}, version ${setup.version}, ${database}, sign-in by ${setup.signIn}.`
  if (advice.length === 0) return `${state} Nothing needs to be changed.`
  return [state, ...hint].join('\n')
}

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
