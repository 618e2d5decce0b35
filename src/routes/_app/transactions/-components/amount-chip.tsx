import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Amount, minorFromDecimal } from '#server/shared/money.ts'
import { FilterChip } from '../../../../components/filter-chip.tsx'
import type { TransactionSearch } from '../../../../features/transactions/transaction-search.ts'
import { formatMoney } from '../../../../lib/format.ts'
import { plainDecimal } from '../../../../lib/plain-decimal.ts'
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
  const words = (amount: string) => (currency ? formatMoney(amount, currency) : amount)
  if (minAmount && maxAmount) return texts.between(words(minAmount), words(maxAmount))
  if (minAmount) return texts.from(words(minAmount))
  return maxAmount && texts.upTo(words(maxAmount))
}

type FormProps = { range: Range; onApply: (range: Range) => void }

function AmountForm({ range, onApply }: FormProps) {
  const [min, setMin] = useState(range.minAmount ?? '')
  const [max, setMax] = useState(range.maxAmount ?? '')
  const [errors, setErrors] = useState<{ min?: string; max?: string }>({})

  const apply = () => {
    const wanted = { minAmount: plainDecimal(min), maxAmount: plainDecimal(max) }
    const found = {
      ...(isUsable(wanted.minAmount) ? {} : { min: texts.invalid }),
      ...(isUsable(wanted.maxAmount) ? {} : { max: texts.invalid }),
    }
    const [low, high] = [minorFromDecimal(wanted.minAmount), minorFromDecimal(wanted.maxAmount)]
    const isReversed = low !== undefined && high !== undefined && low > high
    setErrors(isReversed ? { max: texts.reversed } : found)
    if (isReversed || Object.keys(found).length > 0) return
    onApply({
      minAmount: wanted.minAmount || undefined,
      maxAmount: wanted.maxAmount || undefined,
    })
  }

  const common = {
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    placeholder: texts.placeholder,
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap="sm" w="14rem">
        <TextInput
          {...common}
          label={texts.min}
          value={min}
          error={errors.min}
          onChange={({ currentTarget }) => setMin(currentTarget.value)}
        />
        <TextInput
          {...common}
          label={texts.max}
          value={max}
          error={errors.max}
          onChange={({ currentTarget }) => setMax(currentTarget.value)}
        />
        <Button type="submit">{texts.apply}</Button>
      </Stack>
    </form>
  )
}

const isUsable = (amount: string): boolean => amount === '' || Amount.safeParse(amount).success
