import { type FieldErrors, isBlank } from '#client/lib/hooks/use-form.ts'
import { writtenAmount } from '#client/lib/words/format.ts'
import { amountProblem, typedAmount } from '#client/lib/words/typed-amount.ts'
import { partsOf, wholeNumber } from '#client/lib/words/typed-parts.ts'
import { linkChoices } from '#client/texts/en/link-choices.ts'
import {
  type LinkChoices,
  MAX_QUANTITY,
  MAX_TIP_PERCENT,
  MAX_TIPS,
} from '#server/features/payment-links/link-choices.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'

export const itemNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export type ItemNumber = (typeof itemNumbers)[number]
type ItemField = 'itemTitle' | 'itemPrice' | 'itemMax'

/** The form's fields for the payer's choices. */
export type ChoiceValues = Record<`${ItemField}${ItemNumber}`, string> & {
  offer: 'none' | 'quantity' | 'items'
  minQuantity: string
  maxQuantity: string
  tipKind: 'none' | 'percent' | 'amount'
  tips: string
}

/** Fields that the choices depend on. */
type Context = { amountKind: 'fixed' | 'chosen'; amount: string; currency: Currency }

const itemFields = itemNumbers.flatMap((number) => [
  `itemTitle${number}` as const,
  `itemPrice${number}` as const,
  `itemMax${number}` as const,
])

/** In screen order: the first invalid field gets the focus. */
export const choiceFields: readonly (keyof ChoiceValues)[] = [
  'offer',
  'minQuantity',
  'maxQuantity',
  ...itemFields,
  'tipKind',
  'tips',
]

export const noChoices: ChoiceValues = {
  offer: 'none',
  minQuantity: '1',
  maxQuantity: '10',
  ...(Object.fromEntries(itemFields.map((field) => [field, ''])) as Record<
    `${ItemField}${ItemNumber}`,
    string
  >),
  tipKind: 'none',
  tips: '',
}

/** Returns the form's values for a link's choices. */
export function choiceValuesOf(choices: LinkChoices, currency: Currency): ChoiceValues {
  const { quantity, items, tipPercents, tipAmounts } = choices
  const values = { ...noChoices }
  if (quantity) {
    values.offer = 'quantity'
    values.minQuantity = String(quantity.min)
    values.maxQuantity = String(quantity.max)
  }
  if (items.length > 0) values.offer = 'items'
  for (const number of itemNumbers) {
    const item = items[number - 1]
    if (!item) continue
    values[`itemTitle${number}`] = item.title
    values[`itemPrice${number}`] = writtenAmount(item.price, currency)
    values[`itemMax${number}`] = item.maxQuantity === null ? '' : String(item.maxQuantity)
  }
  if (tipPercents.length > 0)
    Object.assign(values, { tipKind: 'percent', tips: tipPercents.join(' ') })
  if (tipAmounts.length > 0) {
    const tips = tipAmounts.map((amount) => writtenAmount(amount, currency)).join(' ')
    Object.assign(values, { tipKind: 'amount', tips })
  }
  return values
}

/** Returns what the payer chooses. An amount of the payer's choice has neither a quantity nor items. */
export const offerOf = ({ offer, amountKind }: ChoiceValues & Context): ChoiceValues['offer'] =>
  amountKind === 'fixed' ? offer : 'none'

const countIn = (text: string) => wholeNumber(text, 3)

export const tipPercentsIn = (text: string): (number | undefined)[] =>
  partsOf(text).map((part) => {
    const percent = countIn(part)
    return percent && percent <= MAX_TIP_PERCENT ? percent : undefined
  })

export const tipAmountsIn = (text: string, currency: Currency): (string | undefined)[] =>
  partsOf(text).map((part) => typedAmount(part, currency))

/** Returns the numbers of the items with a title or a price. */
export const filledItems = (values: ChoiceValues): ItemNumber[] =>
  itemNumbers.filter(
    (number) => !isBlank(values[`itemTitle${number}`]) || !isBlank(values[`itemPrice${number}`]),
  )

const { errors } = linkChoices

/** Returns the errors of invalid fields; empty when the choices are valid. */
export function checkChoices(values: ChoiceValues & Context): FieldErrors<ChoiceValues> {
  const offer = offerOf(values)
  return {
    ...(offer === 'quantity' && checkQuantity(values)),
    ...(offer === 'items' && checkItems(values)),
    ...checkTips(values),
  }
}

function checkQuantity({ minQuantity, maxQuantity }: ChoiceValues): FieldErrors<ChoiceValues> {
  const [min, max] = [countIn(minQuantity), countIn(maxQuantity)]
  if (!min) return { minQuantity: errors.quantity(MAX_QUANTITY) }
  if (!max) return { maxQuantity: errors.quantity(MAX_QUANTITY) }
  return min > max ? { maxQuantity: errors.reversed } : {}
}

function checkItems(values: ChoiceValues & Context): FieldErrors<ChoiceValues> {
  const found: FieldErrors<ChoiceValues> = {}
  const filled = filledItems(values)
  if (filled.length === 0) found.itemTitle1 = errors.noItem
  for (const number of filled) {
    const price = values[`itemPrice${number}`]
    const problem = isBlank(price) ? errors.price : amountProblem(price, values.currency)
    if (isBlank(values[`itemTitle${number}`])) found[`itemTitle${number}`] = errors.itemTitle
    if (problem) found[`itemPrice${number}`] = problem
    const max = values[`itemMax${number}`]
    if (!isBlank(max) && !countIn(max)) found[`itemMax${number}`] = errors.quantity(MAX_QUANTITY)
  }
  return found
}

function checkTips({ tipKind, tips, currency }: ChoiceValues & Context): FieldErrors<ChoiceValues> {
  if (tipKind === 'none') return {}
  const isPercent = tipKind === 'percent'
  const found: (string | number | undefined)[] = isPercent
    ? tipPercentsIn(tips)
    : tipAmountsIn(tips, currency)
  if (found.length === 0 || found.includes(undefined)) {
    return { tips: isPercent ? errors.percents : errors.amounts }
  }
  if (found.length > MAX_TIPS) return { tips: errors.tooManyTips }
  return new Set(found).size < found.length ? { tips: errors.sameTips } : {}
}

/** Returns the fields that the create and update calls have for choices. */
export function choiceInputOf(values: ChoiceValues & Context) {
  const { tipKind, tips, currency } = values
  const offer = offerOf(values)
  const price = (text: string) => typedAmount(text, currency) ?? ''
  const items = offer === 'items' ? filledItems(values) : []
  return {
    quantity:
      offer === 'quantity'
        ? {
            price: price(values.amount),
            min: countIn(values.minQuantity) ?? 1,
            max: countIn(values.maxQuantity) ?? MAX_QUANTITY,
          }
        : null,
    items: items.map((number) => ({
      title: values[`itemTitle${number}`].trim(),
      price: price(values[`itemPrice${number}`]),
      maxQuantity: countIn(values[`itemMax${number}`]) ?? null,
    })),
    tipPercents:
      tipKind === 'percent' ? tipPercentsIn(tips).filter((percent) => percent !== undefined) : [],
    tipAmounts:
      tipKind === 'amount'
        ? tipAmountsIn(tips, currency).filter((amount) => amount !== undefined)
        : [],
  }
}

/** Returns the form field for a path of a server's issue; undefined for a path of other fields. */
export function fieldOfChoice(path: string, values: ChoiceValues & Context): string | undefined {
  const [top, at, part] = path.split('.')
  if (top === 'tipPercents' || top === 'tipAmounts') return 'tips'
  if (top === 'quantity') return { min: 'minQuantity', max: 'maxQuantity' }[at ?? ''] ?? 'amount'
  if (top !== 'items') return undefined
  const number = filledItems(values)[Number(at)] ?? 1
  return `${{ price: 'itemPrice', maxQuantity: 'itemMax' }[part ?? ''] ?? 'itemTitle'}${number}`
}
