import type { AmountRefusal } from '#server/shared/amount-text.ts'
import type { amounts as originalAmounts, dateFilter as originalFilter } from '../en/fields.ts'
import type { Words } from '../words.ts'

const refusals: Record<AmountRefusal, string> = {
  shape: 'Scrivi un importo con al massimo due decimali, per esempio 12,34.',
  decimals: 'Scrivi un importo con al massimo due decimali, per esempio 12,34.',
  foreign_digits: 'Scrivi l’importo con le cifre da 0 a 9.',
  negative: 'Scrivi un importo maggiore di zero.',
  zero: 'Scrivi un importo maggiore di zero.',
  too_large: 'L’importo massimo è 99.999.999,99.',
  two_currencies: 'Scrivi una sola valuta.',
}

export const amounts: Words<typeof originalAmounts> = {
  refusals,
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
  today: 'Oggi',
  yesterday: 'Ieri',
  last7: 'Ultimi 7 giorni',
  last30: 'Ultimi 30 giorni',
  thisMonth: 'Questo mese',
  previousMonth: 'Mese precedente',
  nextMonth: 'Mese successivo',
  chooseMonth: 'Scegli un mese',
  chooseYear: 'Scegli un anno',
}
