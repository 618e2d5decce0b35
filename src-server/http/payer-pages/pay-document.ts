import type {
  Faults,
  FieldFault,
  FieldName,
  TypedForm,
} from '#server/features/payment-links/payer/pay-form.rules.ts'
import type { PayersLink } from '#server/features/payment-links/payer/payers-link.ts'
import { type PayWords, payWords } from '#server/shared/branding/pay-words.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { moneyText } from '#server/shared/money/money-text.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import {
  hasChoices,
  quantitiesOf,
  tipsOf,
  totalLineOf,
  withUsualChoices,
} from './choices-document.ts'
import { accentStyleOf, renderFooter, renderHeader } from './pay-branding.ts'
import { methodIcons } from './pay-icons.ts'
import { PROOF_SCRIPT, renderPage, TOTAL_SCRIPT } from './pay-layout.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** The data of the shown form. */
export type PayFormView = {
  view: PayersLink
  language: PayerLanguage
  formToken: string
  /** Random part of the form token, with which the sender solves the proof of work; null when none is required. */
  challenge: string | null
  typed?: TypedForm
  faults?: Faults
  /** Reason for showing the form again when no field is at fault. */
  notice?: string
}

const blankForm: TypedForm = {
  amount: '',
  preset: '',
  name: '',
  email: '',
  answers: [],
  method: '',
  quantities: [],
  tip: '',
  shownTotal: '',
}

/** Returns the page with the form of a payment link. */
export function payDocument(form: PayFormView): string {
  const { view, language, challenge, faults = {}, notice } = form
  const of = payWords[language]
  const title = of.payTo(view.merchant.businessName)
  const choices = hasChoices(view) ? choicesIn(form, of) : undefined
  const proof =
    challenge === null
      ? ''
      : `<input type="hidden" name="proof" data-challenge="${escapeHtml(challenge)}">`
  const body = [
    renderHeader(view),
    view.merchant.mode === 'test' ? `<p class="note">${of.test}</p>` : '',
    `<p class="what">${escapeHtml(view.link.title)}</p>`,
    view.formSettings.amount === null ? '' : amountOf(form, of),
    view.link.description ? `<p class="soft">${escapeHtml(view.link.description)}</p>` : '',
    alertOf(form, of, { faults, notice }),
    `<form method="post" action="?lang=${language}">`,
    `<input type="hidden" name="form" value="${escapeHtml(form.formToken)}">${proof}`,
    view.formSettings.amount === null ? choiceOfAmount(form, of) : '',
    fieldsOf(form, of),
    choices ? tipsOf(choices, faultTexts(form, of)) : '',
    choices ? totalLineOf(choices, faultTexts(form, of)('total')) : '',
    buttonsOf(view, of),
    challenge === null ? '' : `<p class="soft" data-working hidden>${of.working}</p>`,
    '</form>',
    renderFooter(view, language, { isSecure: true }),
  ].join('')
  return renderPage({
    language,
    title,
    body,
    accentStyle: accentStyleOf(view.branding),
    scripts: [
      ...(challenge === null ? [] : ([PROOF_SCRIPT] as const)),
      ...(choices === undefined ? [] : ([TOTAL_SCRIPT] as const)),
    ],
  })
}

const choicesIn = ({ view, language, typed = blankForm }: PayFormView, of: PayWords) => ({
  view,
  language,
  typed: withUsualChoices(view, typed),
  of,
})

/** Returns the fields for the amount: quantities of priced items, or an amount of the payer's choice. */
const choiceOfAmount = (form: PayFormView, of: PayWords): string =>
  form.view.formSettings.offers.length > 0
    ? quantitiesOf(choicesIn(form, of), faultTexts(form, of))
    : amountOf(form, of)

/** Returns a function for the error of a field, as HTML. */
const faultTexts = (form: PayFormView, of: PayWords) => (name: FieldName) => {
  const fault = form.faults?.[name]
  return fault
    ? `<p class="bad" id="${name}-fault">${escapeHtml(sentenceOf(fault, form, of))}</p>`
    : ''
}

function alertOf(
  form: PayFormView,
  of: PayWords,
  { faults, notice }: { faults: Faults; notice: string | undefined },
): string {
  const faultText = Object.entries(faults).flatMap(([name, fault]) =>
    fault
      ? [
          `<li><a href="#${name}">${escapeHtml(labelOf(name as FieldName, form, of))}</a>: ` +
            `${escapeHtml(sentenceOf(fault, form, of))}</li>`,
        ]
      : [],
  )
  if (faultText.length > 0)
    return `<div role="alert">${of.check}<ul>${faultText.join('')}</ul></div>`
  return notice === undefined ? '' : `<div role="alert">${escapeHtml(notice)}</div>`
}

function labelOf(name: FieldName, { view }: PayFormView, of: PayWords): string {
  if (name === 'amount') return of.amount
  if (name === 'name') return of.name
  if (name === 'email') return of.email
  if (name === 'total') return of.total
  if (name === 'tip') return of.tip
  const quantityAt = /^quantity(\d+)$/.exec(name)?.[1]
  if (quantityAt !== undefined) return labelOfQuantity(view, Number(quantityAt), of)
  const at = /^answer(\d+)$/.exec(name)?.[1]
  return at === undefined ? '' : (view.formSettings.questions[Number(at)]?.label ?? '')
}

const labelOfQuantity = (
  { formSettings: { offers } }: PayersLink,
  at: number,
  of: PayWords,
): string => (offers[at]?.min === 0 ? offers[at]?.title : undefined) ?? of.quantity

/** Returns a sentence that describes the fault of a field. */
function sentenceOf(fault: FieldFault, { view, language }: PayFormView, of: PayWords): string {
  const money = (text: string) =>
    moneyText(minorFromDecimal(text) ?? 0, view.formSettings.currency, language)
  switch (fault.is) {
    case 'missing':
      return of.missing
    case 'unreadable':
      return of.unreadable
    case 'whole':
      return of.whole
    case 'ambiguous':
      return of.ambiguous(money(fault.amounts[0]), money(fault.amounts[1]))
    case 'too_little':
      return of.tooLittle(money(fault.least))
    case 'too_much':
      return of.tooMuch(money(fault.most))
    case 'card_number':
      return of.cardNumber
    case 'not_offered':
      return of.notOffered
    case 'nothing_chosen':
      return of.nothingChosen
    case 'quantity':
      return of.wholeQuantity(fault.min, fault.max)
  }
}

function amountOf(form: PayFormView, of: PayWords): string {
  const { view, language, typed = blankForm } = form
  const { amount, currency } = view.formSettings
  if (amount !== null) {
    return `<p class="amount">${escapeHtml(moneyText(amount, currency, language))}</p>`
  }
  const { presets } = view
  const choices = presets.map((preset) => {
    const isChosen = typed.preset === preset && typed.amount === ''
    const text = escapeHtml(moneyText(minorFromDecimal(preset) ?? 0, currency, language))
    return (
      `<label><input type="radio" name="preset" value="${preset}"${isChosen ? ' checked' : ''}> ` +
      `${text}</label>`
    )
  })
  const label = presets.length > 0 ? of.otherAmount : of.amount
  return [
    presets.length > 0
      ? `<fieldset><legend>${of.amount}</legend><div class="choices">${choices.join('')}</div></fieldset>`
      : '',
    inputOf(form, of, {
      name: 'amount',
      label: `${label} (${currency})`,
      value: typed.amount,
      help: rangeOf(form, of),
      attributes: `inputmode="${rulesOf(currency).digits === 0 ? 'numeric' : 'decimal'}" autocomplete="off"`,
      isRequired: presets.length === 0,
    }),
  ].join('')
}

function rangeOf({ view, language }: PayFormView, of: PayWords): string {
  const { minAmount: min, maxAmount: max, currency } = view.formSettings
  const money = (minor: number) => moneyText(minor, currency, language)
  if (min !== null && max !== null) return of.between(money(min), money(max))
  if (min !== null) return of.atLeast(money(min))
  return max === null ? '' : of.atMost(money(max))
}

function fieldsOf(form: PayFormView, of: PayWords): string {
  const { view, typed = blankForm } = form
  const questions = view.formSettings.questions.map(({ label, isRequired }, at) =>
    inputOf(form, of, {
      name: `answer${at}`,
      label: isRequired ? label : `${label} ${of.optional}`,
      value: typed.answers[at] ?? '',
      attributes: 'maxlength="300" autocomplete="off"',
      isRequired,
    }),
  )
  return [
    inputOf(form, of, {
      name: 'name',
      label: of.name,
      value: typed.name,
      attributes: 'maxlength="200" autocomplete="name"',
      isRequired: true,
    }),
    inputOf(form, of, {
      name: 'email',
      label: of.email,
      value: typed.email,
      attributes: 'maxlength="254" autocomplete="email"',
      isRequired: true,
    }),
    ...questions,
  ].join('')
}

type Input = {
  name: FieldName
  label: string
  value: string
  attributes: string
  isRequired: boolean
  help?: string
}

function inputOf(
  form: PayFormView,
  of: PayWords,
  { name, label, value, attributes, isRequired, help = '' }: Input,
): string {
  const fault = form.faults?.[name]
  const faultText = fault ? sentenceOf(fault, form, of) : ''
  const describedBy = [faultText && `${name}-fault`, help && `${name}-help`]
    .filter(Boolean)
    .join(' ')
  return [
    `<label for="${name}">${escapeHtml(label)}</label>`,
    `<input id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}" ${attributes}`,
    ` value="${escapeHtml(value)}"${isRequired ? ' required' : ''}`,
    faultText ? ' aria-invalid="true"' : '',
    describedBy ? ` aria-describedby="${describedBy}"` : '',
    '>',
    faultText ? `<p class="bad" id="${name}-fault">${escapeHtml(faultText)}</p>` : '',
    help ? `<p class="soft" id="${name}-help">${escapeHtml(help)}</p>` : '',
  ].join('')
}

const buttonTextOf = (
  method: PaymentMethod,
  { hasMoreThanCards }: PayersLink,
  of: PayWords,
): string => (method === 'card' && hasMoreThanCards ? of.payByCardOrOther : of.pay[method])

const buttonsOf = (view: PayersLink, of: PayWords): string =>
  `<div class="buttons" id="method">${view.formSettings.methods
    .map(
      (method) =>
        `<button name="method" value="${method}">${methodIcons[method]}${buttonTextOf(method, view, of)}</button>`,
    )
    .join('')}</div>`

/** Returns a page with a single message; with `view`, also the merchant's header and the link's title. */
export const plainDocument = (
  language: PayerLanguage,
  { title, text, view }: { title: string; text: string; view?: PayersLink },
): string =>
  renderPage({
    language,
    title,
    body:
      view === undefined
        ? `<h1 class="alone">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`
        : `${renderHeader(view)}${requestOf(view, language)}<h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p>` +
          renderFooter(view, language),
    accentStyle: view ? accentStyleOf(view.branding) : '',
  })

/** Returns the title of a link and its amount, if it is fixed. */
function requestOf({ link, formSettings }: PayersLink, language: PayerLanguage): string {
  const amount =
    formSettings.amount === null
      ? ''
      : `<p class="amount">${escapeHtml(moneyText(formSettings.amount, formSettings.currency, language))}</p>`
  return `<p class="what">${escapeHtml(link.title)}</p>${amount}`
}

/** Returns the page of a payment link that accepts no payment now, with the reason. */
export function closedDocument(view: PayersLink, language: PayerLanguage): string {
  const of = payWords[language]
  const status = view.status === 'active' ? 'paused' : view.status
  const why = view.link.closedAt === null ? status : 'byHand'
  const text = of.closedText[why](view.merchant.businessName)
  return plainDocument(language, { title: of.closed[why], text, view })
}
