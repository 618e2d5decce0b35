import type { AmountRefusal } from '#server/shared/money/amount-text.ts'
import type { amounts as originalAmounts, dateFilter as originalFilter } from '../en/fields.ts'
import type { Words } from '../words.ts'

const refusals: Record<Exclude<AmountRefusal, 'fraction' | 'too_large'>, string> = {
  shape: 'Scrivi un importo con al massimo due decimali, per esempio 12,34.',
  decimals: 'Scrivi un importo con al massimo due decimali, per esempio 12,34.',
  thousandth: 'Il terzo decimale di questa valuta può essere solo 0, per esempio 1,230.',
  foreign_digits: 'Scrivi l’importo con le cifre da 0 a 9.',
  negative: 'Scrivi un importo maggiore di zero.',
  zero: 'Scrivi un importo maggiore di zero.',
  two_currencies: 'Scrivi una sola valuta.',
}

export const amounts: Words<typeof originalAmounts> = {
  refusals,
  tooLarge: (largest: string) => `L’importo massimo è ${largest}.`,
  fraction: (currency = 'Questa valuta') =>
    `${currency} non ha decimali. Scrivi un importo intero, per esempio 1.200.`,
  choose: 'Scegli quale importo intendi.',
  question: (typed: string) => `«${typed}» si può leggere in due modi. Quale importo intendi?`,
  otherCurrency: (named: string, wanted: string) =>
    `Nell’importo è scritto ${named}, ma la valuta scelta è ${wanted}. Usa la stessa.`,
  unwantedCurrency: 'Scrivi solo l’importo e scegli la valuta nel suo filtro.',
}

export const dateFilter: Words<typeof originalFilter> = {
  add: '+ Data',
  on: (day: string) => `Data: ${day}`,
  between: (from: string, to: string) => `Data: dal ${from} al ${to}`,
  from: (day: string) => `Data: dal ${day}`,
  upTo: (day: string) => `Data: fino al ${day}`,
  calendar: 'Giorni',
  zone: (zone: string) => `Giorni nel fuso ${zone}`,
  periods: {
    today: 'Oggi',
    yesterday: 'Ieri',
    '7d': 'Ultimi 7 giorni',
    '30d': 'Ultimi 30 giorni',
    '90d': 'Ultimi 90 giorni',
    month: 'Questo mese',
    'last-month': 'Mese scorso',
    quarter: 'Questo trimestre',
    'last-quarter': 'Trimestre scorso',
    year: 'Quest’anno',
    'last-year': 'Anno scorso',
  },
  first: 'Dal',
  last: 'Al',
  example: 'es. 21 nov',
  apply: 'Applica',
  noDay: 'Scrivi un giorno, come 21 nov o 21/11/2026.',
  reversed: 'Viene prima del primo giorno.',
  previousMonth: 'Mese precedente',
  nextMonth: 'Mese successivo',
  chooseMonth: 'Scegli un mese',
  chooseYear: 'Scegli un anno',
}
