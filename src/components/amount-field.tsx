import { Box, Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useId, useRef } from 'react'
import { rulesOf } from '#server/shared/money/currencies.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { formatAmount, writtenAmount } from '../lib/words/format.ts'
import { possibleAmounts, steppedAmount, typedAmount } from '../lib/words/typed-amount.ts'
import { amounts } from '../texts/en/fields.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (text: string) => void
  /** Undefined where the amount may be in any currency. */
  currency: Currency | undefined
  /** Describes the effect of the amount, such as "Charges €24.90". */
  understood: (amount: string) => string
  /** Shown below until the text is an amount. */
  help?: string
}

/**
 * A field for amounts in any country's notation. It shows the amount that it reads, and offers a choice when
 * a text is ambiguous. Not of type "number": there browsers read "24,90" by their own language.
 */
export function AmountField(props: Props) {
  const { value, onChange, currency, understood, help, ...input } = props
  const node = useRef<HTMLInputElement>(null)
  const questionId = useId()
  const amount = typedAmount(value, currency)
  const possible = possibleAmounts(value, currency)

  const step = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const next = steps && steppedAmount(value, steps, currency)
    if (!next) return
    event.preventDefault()
    onChange(writtenAmount(next, currency))
  }

  return (
    <Box miw={0}>
      <TextInput
        ref={node}
        role="spinbutton"
        aria-valuemin={0}
        aria-valuenow={amount === undefined ? undefined : Number(amount)}
        aria-valuetext={amount && formatAmount(amount, currency)}
        inputMode="decimal"
        step={currency && rulesOf(currency).digits === 0 ? '1' : '0.01'}
        min="0"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={amount ? understood(formatAmount(amount, currency)) : help}
        {...input}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={step}
      />
      {possible.length > 0 && (
        <Box role="group" aria-labelledby={questionId} mt={6}>
          <Text id={questionId} size="xs" role="status">
            {amounts.question(value.trim())}
          </Text>
          <Group gap="xs" mt={6}>
            {possible.map((each) => (
              <Button
                key={each}
                variant="default"
                size="compact-sm"
                onClick={() => {
                  onChange(writtenAmount(each, currency))
                  node.current?.focus()
                }}
              >
                {formatAmount(each, currency)}
              </Button>
            ))}
          </Group>
        </Box>
      )}
    </Box>
  )
}
