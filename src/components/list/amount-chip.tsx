import { Button, Stack } from '@mantine/core'
import { type FieldErrors, useForm } from '#client/lib/hooks/use-form.ts'
import { formatAmount, writtenAmount } from '#client/lib/words/format.ts'
import { amountProblem, typedAmount } from '#client/lib/words/typed-amount.ts'
import { lists } from '#client/texts/en/lists.ts'
import { type Currency, minorFromDecimal } from '#server/shared/money/money.ts'
import { AmountField } from '../amount-field.tsx'
import { FilterChip } from './chip.tsx'

const texts = lists.amount

type Range = { minAmount?: string | undefined; maxAmount?: string | undefined }

type AmountSearch = Range & { currency?: Currency | undefined }

type Props = { search: AmountSearch; onChange: (changed: Range) => void }

/** A filter chip for the smallest and the largest amount. */
export function AmountChip({ search, onChange }: Props) {
  return (
    <FilterChip
      add={lists.add.amount}
      active={describe(search)}
      onRemove={() => onChange({ minAmount: undefined, maxAmount: undefined })}
    >
      {(close) => (
        <AmountForm
          range={search}
          currency={search.currency}
          onApply={(range) => {
            close()
            onChange(range)
          }}
        />
      )}
    </FilterChip>
  )
}

function describe({ minAmount, maxAmount, currency }: AmountSearch): string | undefined {
  const words = (amount: string) => formatAmount(amount, currency)
  if (minAmount && maxAmount) return texts.between(words(minAmount), words(maxAmount))
  if (minAmount) return texts.from(words(minAmount))
  return maxAmount && texts.upTo(words(maxAmount))
}

type FormProps = {
  range: Range
  currency: Currency | undefined
  onApply: (range: Range) => void
}

function AmountForm({ range, currency, onApply }: FormProps) {
  const written = (amount: string | undefined) => (amount ? writtenAmount(amount, currency) : '')
  const form = useForm<Values>({
    initial: { min: written(range.minAmount), max: written(range.maxAmount) },
    check: (values) => checkRange(values, currency),
  })
  const common = { currency, placeholder: texts.placeholder, understood: texts.means }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onApply(rangeOf(values, currency)))}>
      <Stack gap="sm" w="14rem">
        <AmountField
          {...common}
          label={texts.min}
          {...form.input('min')}
          onChange={(min) => form.set({ min })}
        />
        <AmountField
          {...common}
          label={texts.max}
          {...form.input('max')}
          onChange={(max) => form.set({ max })}
        />
        <Button type="submit">{texts.apply}</Button>
      </Stack>
    </form>
  )
}

type Values = { min: string; max: string }

const rangeOf = ({ min, max }: Values, currency: Currency | undefined): Range => ({
  minAmount: typedAmount(min, currency),
  maxAmount: typedAmount(max, currency),
})

function checkRange(values: Values, currency: Currency | undefined): FieldErrors<Values> {
  const { minAmount, maxAmount } = rangeOf(values, currency)
  const [low, high] = [minorOf(minAmount), minorOf(maxAmount)]
  if (low !== undefined && high !== undefined && low > high) return { max: texts.reversed }
  return { min: amountProblem(values.min, currency), max: amountProblem(values.max, currency) }
}

const minorOf = (amount: string | undefined) =>
  amount === undefined ? undefined : minorFromDecimal(amount)
