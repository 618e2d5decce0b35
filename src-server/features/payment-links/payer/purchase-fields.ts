import { payWords } from '#server/shared/branding/pay-words.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { moneyText } from '#server/shared/money/money-text.ts'
import type { ChosenLines } from '../link-payments.ts'

/** Returns the quantities and the tip of a payment, with their amounts; empty where the payer chose none. */
export const purchaseFields = (
  { lines, tip }: ChosenLines,
  currency: string,
  language: MailLanguage,
): [label: string, value: string][] => [
  ...lines.map(({ title, price, quantity }): [string, string] => [
    `${quantity} × ${title}`,
    moneyText(price * quantity, currency, language),
  ]),
  ...(tip > 0
    ? [[payWords[language].tip, moneyText(tip, currency, language)] as [string, string]]
    : []),
]
