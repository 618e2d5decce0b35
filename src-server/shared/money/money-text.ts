import type { MailLanguage } from '../language.ts'
import { moneyFormat } from './currencies.ts'
import { decimalFromMinor } from './money.ts'

/** Returns an amount formatted for the payer. Intl receives the decimal text, so no float is involved. */
export const moneyText = (minor: number, currency: string, language: MailLanguage): string =>
  new Intl.NumberFormat(language, moneyFormat(currency)).format(
    decimalFromMinor(minor) as Intl.StringNumericLiteral,
  )
