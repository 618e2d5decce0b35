import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { TransactionStatus } from '../transactions/transaction-enums.schema.ts'
import type { ReportLanguage } from './openai.schema.ts'

type Plural = (count: string, isSingular: boolean) => string

/** Texts of the computed report and of the figures shown next to an analysis. */
export type ReportWords = {
  none: (days: number) => string
  brought: (amounts: string) => string
  noneSucceeded: string
  volume: (payments: string, from: string, to: string) => string
  payments: Plural
  failedPayments: Plural
  trend: (compared: string) => string
  trendUp: (percent: string, compared: string) => string
  trendDown: (percent: string, compared: string) => string
  trendLevel: (compared: string) => string
  compared: (last: string, before: string) => string
  bestDay: (day: string, amount: string) => string
  weakestDay: (day: string, amount: string) => string
  bestAndWorst: (sentences: string) => string
  bestSlot: (slot: string, amount: string) => string
  noFailures: string
  failures: (failed: string, rate: string, reasons: string) => string
  rate: (percent: string) => string
  noAnomalies: (days: number) => string
  anomaly: (day: string, amount: string, usual: string) => string
  anomalies: (days: number, list: string) => string
  methods: (shares: string) => string
  nonePending: string
  pending: (payments: string) => string
  currencies: (count: number, amounts: string) => string
  noFraud: string
  fraudLimits: string
  closing: string
  methodNames: Record<PaymentMethod, string>
  figures: {
    payments: (days: number) => string
    revenue: (currency: string) => string
    statuses: Record<TransactionStatus, string>
    byMethod: (method: string) => string
    successRate: string
    bestDay: string
    weakestDay: string
    unusualDay: string
    bestSlot: (slot: string) => string
  }
}

const en: ReportWords = {
  none: (days) => `There were no payments in the last ${days} days.`,
  brought: (amounts) => `They brought ${amounts}.`,
  noneSucceeded: 'None succeeded yet.',
  volume: (payments, from, to) => `Volume: ${payments} from ${from} to ${to}.`,
  payments: (count, isSingular) => `${count} ${isSingular ? 'payment' : 'payments'}`,
  failedPayments: (count, isSingular) => `${count} ${isSingular ? 'payment' : 'payments'} failed`,
  trend: (compared) => `Trend: ${compared}; there is nothing to compare with.`,
  trendUp: (percent, compared) => `Trend: up ${percent}. ${compared}.`,
  trendDown: (percent, compared) => `Trend: down ${percent}. ${compared}.`,
  trendLevel: (compared) => `Trend: level. ${compared}.`,
  compared: (last, before) => `${last} in the last 30 days, ${before} in the 30 before`,
  bestDay: (day, amount) => `The best day was ${day} with ${amount}`,
  weakestDay: (day, amount) => `the weakest with any revenue was ${day} with ${amount}`,
  bestAndWorst: (sentences) => `Best and worst: ${sentences}.`,
  bestSlot: (slot, amount) =>
    `${slot} have brought the most of any part of the week: ${amount} in all.`,
  noFailures: 'Failures: no payment failed in this time.',
  failures: (failed, rate, reasons) => `Failures: ${failed}.${rate} Reasons: ${reasons}.`,
  rate: (percent) => ` The success rate is ${percent}.`,
  noAnomalies: (days) => `Anomalies: no day lies far from the mean of the ${days} days before it.`,
  anomaly: (day, amount, usual) => `${day} with ${amount} (usual: ${usual})`,
  anomalies: (days, list) => `Anomalies against the mean of the ${days} days before: ${list}.`,
  methods: (shares) => `Methods: ${shares}.`,
  nonePending: 'Pending: nothing waits for an outcome.',
  pending: (payments) =>
    `Pending: ${payments} without an outcome yet. Bank transfers can be settled by hand.`,
  currencies: (count, amounts) =>
    `Currencies: revenue comes in ${count} currencies (${amounts}); their rates move against each other.`,
  noFraud: 'There is nothing yet in which fraud could show.',
  fraudLimits:
    'Fraud itself cannot be seen in sums. Declines that pile up and days far from the usual are where to look first: open their rows.',
  closing:
    'This report was computed from your figures without a model, so it does not answer the words of the prompt.',
  methodNames: { card: 'Credit Card', paypal: 'PayPal', bank: 'Bank Transfer' },
  figures: {
    payments: (days) => `Payments, last ${days} days`,
    revenue: (currency) => `Revenue in ${currency}`,
    statuses: {
      success: 'Successful payments',
      pending: 'Pending payments',
      failed: 'Failed payments',
    },
    byMethod: (method) => `By ${method}`,
    successRate: 'Success rate',
    bestDay: 'Best day',
    weakestDay: 'Weakest day',
    unusualDay: 'Unusual day',
    bestSlot: (slot) => `Best time of the week, ever: ${slot}`,
  },
}

const it: ReportWords = {
  none: (days) => `Negli ultimi ${days} giorni non ci sono stati pagamenti.`,
  brought: (amounts) => `Hanno portato ${amounts}.`,
  noneSucceeded: 'Nessuno è ancora riuscito.',
  volume: (payments, from, to) => `Volume: ${payments} dal ${from} al ${to}.`,
  payments: (count, isSingular) => `${count} ${isSingular ? 'pagamento' : 'pagamenti'}`,
  failedPayments: (count, isSingular) =>
    isSingular ? `${count} pagamento non riuscito` : `${count} pagamenti non riusciti`,
  trend: (compared) => `Andamento: ${compared}; manca un periodo con cui confrontare.`,
  trendUp: (percent, compared) => `Andamento: in aumento del ${percent}. ${compared}.`,
  trendDown: (percent, compared) => `Andamento: in calo del ${percent}. ${compared}.`,
  trendLevel: (compared) => `Andamento: stabile. ${compared}.`,
  compared: (last, before) => `${last} negli ultimi 30 giorni, ${before} nei 30 precedenti`,
  bestDay: (day, amount) => `Il giorno migliore è stato il ${day} con ${amount}`,
  weakestDay: (day, amount) => `il più debole con incassi il ${day} con ${amount}`,
  bestAndWorst: (sentences) => `Migliore e peggiore: ${sentences}.`,
  bestSlot: (slot, amount) =>
    `La parte della settimana che ha reso di più è ${slot}: ${amount} in tutto.`,
  noFailures: 'Pagamenti non riusciti: nessuno in questo periodo.',
  failures: (failed, rate, reasons) => `Esiti negativi: ${failed}.${rate} Motivi: ${reasons}.`,
  rate: (percent) => ` Il tasso di successo è ${percent}.`,
  noAnomalies: (days) =>
    `Anomalie: nessun giorno si allontana molto dalla media dei ${days} giorni precedenti.`,
  anomaly: (day, amount, usual) => `${day} con ${amount} (di solito: ${usual})`,
  anomalies: (days, list) => `Anomalie rispetto alla media dei ${days} giorni precedenti: ${list}.`,
  methods: (shares) => `Metodi: ${shares}.`,
  nonePending: 'In attesa: nessun pagamento attende un esito.',
  pending: (payments) =>
    `In attesa: ${payments} senza esito. I bonifici si possono chiudere a mano.`,
  currencies: (count, amounts) =>
    `Valute: gli incassi sono in ${count} valute (${amounts}), i cui cambi variano.`,
  noFraud: 'Non ci sono ancora dati da cui rilevare una frode.',
  fraudLimits:
    'Una frode non si vede nelle somme. Controlla prima i rifiuti ripetuti e i giorni insoliti: apri i relativi pagamenti.',
  closing:
    'Questo rapporto è stato calcolato dai tuoi dati senza un modello, quindi non risponde alle parole della domanda.',
  methodNames: { card: 'Carta di credito', paypal: 'PayPal', bank: 'Bonifico' },
  figures: {
    payments: (days) => `Pagamenti, ultimi ${days} giorni`,
    revenue: (currency) => `Incassi in ${currency}`,
    statuses: {
      success: 'Pagamenti riusciti',
      pending: 'Pagamenti in attesa',
      failed: 'Pagamenti non riusciti',
    },
    byMethod: (method) => `Con ${method}`,
    successRate: 'Tasso di successo',
    bestDay: 'Giorno migliore',
    weakestDay: 'Giorno più debole',
    unusualDay: 'Giorno insolito',
    bestSlot: (slot) => `Momento migliore della settimana, da sempre: ${slot}`,
  },
}

export const reportWords: Record<ReportLanguage, ReportWords> = { en, it }
