import type { Day } from '#server/shared/day.ts'
import { moneyFormat } from '#server/shared/money/currencies.ts'
import { type Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { type DeclineCode, isDeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { ReportLanguage } from './openai.schema.ts'

const locales = { en: 'en-US', it: 'it-IT' } as const satisfies Record<ReportLanguage, string>

/** Formatters that match the pages, so a report and the page next to it show the same figures. */
export type ReportNumbers = {
  money: (amount: Minor, currency: Currency) => string
  count: (count: number) => string
  percent: (percent: number) => string
  day: (day: Day) => string
  slot: (weekday: number, slot: number) => string
  reason: (reason: string) => string
}

const italianReasons: Record<DeclineCode, string> = {
  authentication_failed: 'Non confermato dal cliente',
  authorization_expired: 'Autorizzazione scaduta',
  cancelled: 'Annullato',
  card_declined: 'Carta rifiutata',
  expired: 'Scaduto',
  insufficient_funds: 'Fondi insufficienti',
  duplicate: 'Considerato un duplicato',
  expired_card: 'Carta scaduta',
  incorrect_details: 'Dati della carta errati',
  limit_exceeded: 'Carta oltre il limite',
  not_supported: 'Carta non accettata',
  try_again: 'Banca non raggiunta',
  not_sent: 'Non inviato',
  account_restricted: 'Conto limitato dal gestore',
  payer_declined: 'Rifiutato da PayPal',
  transfer_rejected: 'Bonifico respinto',
}

const weekdays = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  it: ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'],
} as const

const dayParts = {
  en: ['nights', 'mornings', 'afternoons', 'evenings'],
  it: ['notte', 'mattina', 'pomeriggio', 'sera'],
} as const

/** Turns `insufficient_funds` into "Insufficient funds". */
const toSentence = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export function reportNumbersFor(language: ReportLanguage): ReportNumbers {
  const locale = locales[language]
  const oneDecimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })
  const dayFormat = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
  })
  return {
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, moneyFormat(currency)).format(
        decimalFromMinor(amount) as Intl.StringNumericLiteral,
      ),
    count: (count) => new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count),
    percent: (percent) => `${oneDecimal.format(percent)}%`,
    day: (day) => dayFormat.format(new Date(`${day}T00:00:00Z`)),
    slot: (weekday, slot) => `${weekdays[language][weekday]} ${dayParts[language][slot]}`,
    reason: (reason) =>
      language === 'it'
        ? isDeclineCode(reason)
          ? italianReasons[reason]
          : 'Altro'
        : toSentence(reason),
  }
}
