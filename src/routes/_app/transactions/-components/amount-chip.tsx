import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Currency, minorFromDecimal } from '#server/shared/money.ts'
import { AmountField } from '../../../../components/amount-field.tsx'
import { FilterChip } from '../../../../components/filter-chip.tsx'
import type { TransactionSearch } from '../../../../features/transactions/transaction-search.ts'
import { formatAmount } from '../../../../lib/format.ts'
import { amountProblem, typedAmount } from '../../../../lib/typed-amount.ts'
import { transactions } from '../../../../texts/transactions.ts'

const texts = transactions.filters.amount

type Range = Pick<TransactionSearch, 'minAmount' | 'maxAmount'>

type Props = { search: TransactionSearch; onChange: (changed: Range) => void }

export function AmountChip({ search, onChange }: Props) {
  return (
    <FilterChip
      add={transactions.filters.add.amount}
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

function describe({ minAmount, maxAmount, currency }: TransactionSearch): string | undefined {
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
  const [min, setMin] = useState(range.minAmount ?? '')
  const [max, setMax] = useState(range.maxAmount ?? '')
  const [errors, setErrors] = useState<{ min?: string; max?: string }>({})

  const apply = () => {
    const found = { min: amountProblem(min, currency), max: amountProblem(max, currency) }
    const wanted = { minAmount: typedAmount(min, currency), maxAmount: typedAmount(max, currency) }
    const [low, high] = [minorOf(wanted.minAmount), minorOf(wanted.maxAmount)]
    const isReversed = low !== undefined && high !== undefined && low > high
    setErrors(isReversed ? { max: texts.reversed } : found)
    if (isReversed || found.min || found.max) return
    onApply(wanted)
  }

  const common = { currency, placeholder: texts.placeholder, understood: texts.means }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap="sm" w="14rem">
        <AmountField
          {...common}
          label={texts.min}
          value={min}
          error={errors.min}
          onChange={setMin}
        />
        <AmountField
          {...common}
          label={texts.max}
          value={max}
          error={errors.max}
          onChange={setMax}
        />
        <Button type="submit">{texts.apply}</Button>
      </Stack>
    </form>
  )
}

const minorOf = (amount: string | undefined) =>
  amount === undefined ? undefined : minorFromDecimal(amount)
