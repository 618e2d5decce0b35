import type { ChosenLines } from '#server/features/payment-links/link-payments.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { moneyText } from './pay-layout.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** Returns the quantities and the tip of a payment, with their amounts; empty where the payer chose none. */
export const purchaseFields = (
  { lines, tip }: ChosenLines,
  currency: string,
  language: PayerLanguage,
): [label: string, value: string][] => [
  ...lines.map(({ title, price, quantity }): [string, string] => [
    `${quantity} × ${title}`,
    moneyText(price * quantity, currency, language),
  ]),
  ...(tip > 0
    ? [[payWords[language].tip, moneyText(tip, currency, language)] as [string, string]]
    : []),
]
