import { MAX_QUANTITY } from '#server/features/payment-links/link-choices.schema.ts'
import {
  readTotal,
  type Total,
  type TypedForm,
} from '#server/features/payment-links/payer/pay-form.rules.ts'
import type { PayersLink } from '#server/features/payment-links/payer/payers-link.ts'
import {
  NO_TIP,
  type OfferedTip,
  offeredTips,
  tipOf,
} from '#server/features/payment-links/payer/purchase.rules.ts'
import type { PayWords } from '#server/shared/branding/pay-words.ts'
import { moneyFormat, rulesOf } from '#server/shared/money/currencies.ts'
import type { Minor } from '#server/shared/money/money.ts'
import { moneyText } from '#server/shared/money/money-text.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import type { PayerLanguage } from './sandbox-document.ts'

type ChoiceView = { view: PayersLink; language: PayerLanguage; typed: TypedForm; of: PayWords }

/** Errors of the fields as HTML, by the field's name. */
type FaultTexts = (name: `quantity${number}` | 'tip') => string

/** Returns true when the page shows a total, because the payer chooses quantities or a tip. */
export const hasChoices = ({ formSettings }: PayersLink): boolean =>
  formSettings.offers.length > 0 || offeredTips(formSettings.tips).length > 0

/** Returns the initial values of a form: the minimum quantity of a single price, and no tip. */
export const withUsualChoices = ({ formSettings }: PayersLink, typed: TypedForm): TypedForm =>
  typed.quantities.length > 0
    ? typed
    : { ...typed, quantities: formSettings.offers.map(({ min }) => (min === 0 ? '' : String(min))) }

/** Returns the fields for quantities: a list of items, or a single quantity. */
export function quantitiesOf(form: ChoiceView, faultOf: FaultTexts): string {
  const { view, of, language } = form
  const { offers, currency } = view.formSettings
  if (offers.length === 0) return ''
  const isSingle = offers[0]?.min !== 0
  const rows = offers.map(({ title, price, min, max }, at) => {
    const fault = faultOf(`quantity${at}`)
    const name = isSingle ? of.quantity : escapeHtml(title)
    const priceText = `${escapeHtml(moneyText(price, currency, language))}${isSingle ? ` ${of.each}` : ''}`
    const help = max < MAX_QUANTITY ? ` · ${min > 1 ? of.quantities(min, max) : of.upTo(max)}` : ''
    const button = (sign: string, by: number, label: string) =>
      `<button type="button" data-by="${by}" aria-label="${label}: ${name}" hidden>${sign}</button>`
    const field =
      `<input id="quantity${at}" name="quantity${at}" type="number" inputmode="numeric" autocomplete="off" ` +
      `min="${min}" max="${max}" step="1" data-price="${price}" value="${escapeHtml(form.typed.quantities[at] ?? '')}"` +
      `${isSingle ? ' required' : ' placeholder="0"'}${fault ? ' aria-invalid="true"' : ''}` +
      ` aria-describedby="${fault ? `quantity${at}-fault ` : ''}quantity${at}-help">`
    return (
      `<div class="item"><div><label for="quantity${at}">${name}</label>` +
      `<p class="soft" id="quantity${at}-help">${priceText}${help}</p></div>` +
      `<div class="steps">${button('−', -1, of.fewer)}${field}${button('+', 1, of.more)}</div></div>${fault}`
    )
  })
  return isSingle
    ? rows.join('')
    : `<fieldset><legend>${of.items}</legend>${rows.join('')}</fieldset>`
}

/** Returns the offered tips as radio buttons; the first one means no tip. */
export function tipsOf(form: ChoiceView, faultOf: FaultTexts): string {
  const { view, of, language, typed } = form
  const { tips, currency } = view.formSettings
  const offered = offeredTips(tips)
  if (offered.length === 0) return ''
  const base = baseOf(form)
  const radio = (value: string, label: string, data = '') => {
    const isChosen = value === (typed.tip || NO_TIP)
    return `<label><input type="radio" name="tip" value="${value}"${data}${isChosen ? ' checked' : ''}> ${label}</label>`
  }
  const labelOf = (tip: OfferedTip): string => {
    const text = (minor: Minor) => escapeHtml(moneyText(minor, currency, language))
    if ('amount' in tip) return text(tip.amount)
    const amount = base === undefined ? '' : text(tipOf(tip, base, currency))
    return `${tip.percent}% <small>${amount}</small>`
  }
  const choices = offered.map((tip) =>
    radio(
      tip.value,
      labelOf(tip),
      'amount' in tip ? ` data-amount="${tip.amount}"` : ` data-percent="${tip.percent}"`,
    ),
  )
  return (
    `<fieldset id="tip"><legend>${of.tip}</legend><div class="choices">` +
    `${radio(NO_TIP, of.noTip)}${choices.join('')}</div>${faultOf('tip')}</fieldset>`
  )
}

/** Returns the amount before the tip; undefined while the choices of the payer are missing or invalid. */
function baseOf({ view, typed }: ChoiceView): Minor | undefined {
  const total = totalOf({ view, typed })
  return total && total.amount - total.tip
}

function totalOf({ view, typed }: Pick<ChoiceView, 'view' | 'typed'>): Total | undefined {
  const total = readTotal(typed, view.formSettings)
  return 'faults' in total ? undefined : total
}

/**
 * Returns the total of the chosen values. The form sends it back, so that no payer pays a total that the page did not
 * show. Without a script it is hidden until the values are known, and the next step shows it.
 */
export function totalLineOf({ view, typed, of, language }: ChoiceView, fault: string): string {
  if (!hasChoices(view)) return ''
  const { amount: fixed, currency } = view.formSettings
  const total = totalOf({ view, typed })
  const text = total ? moneyText(total.amount, currency, language) : ''
  return (
    `<input type="hidden" name="shown" value="${total ? total.amount : ''}">` +
    `<p class="total" id="total" data-base="${fixed ?? ''}" data-step="${rulesOf(currency).step}" ` +
    `data-format="${escapeHtml(JSON.stringify(moneyFormat(currency)))}"${total ? '' : ' hidden'}>` +
    `<span>${of.total}</span> <output aria-live="polite">${escapeHtml(text)}</output></p>${fault}` +
    `<noscript><p class="soft">${of.totalNext}</p></noscript>`
  )
}
