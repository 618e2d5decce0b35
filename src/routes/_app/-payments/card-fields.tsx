import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { PaymentValues } from '#client/features/transactions/payment-values.ts'
import type { Form } from '#client/lib/hooks/use-form.ts'
import classes from '#client/processors/card.module.css'
import { payments } from '#client/texts/en/payments.ts'

const digitsOf = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max)

/** Formats a card number as "4242 4242 4242 4242", in groups of four as on the card. */
const formatCardNumber = (typed: string): string =>
  digitsOf(typed, 19).replace(/(\d{4})(?=\d)/g, '$1 ')

/** Formats an expiry date as "12/30". Adds a leading zero to months from 2 to 9. */
function formatExpiry(typed: string): string {
  const digits = digitsOf(/^[2-9]$/.test(typed) ? `0${typed}` : typed, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

const formatCvc = (typed: string): string => digitsOf(typed, 4)

const { fields, placeholders } = payments

const formats = { cardNumber: formatCardNumber, expiry: formatExpiry, cvc: formatCvc }

type Props = { form: Form<PaymentValues> }

export function CardFields({ form }: Props) {
  const inputProps = (field: keyof typeof formats) => ({
    label: fields[field],
    placeholder: placeholders[field],
    required: true,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    ...form.input(field),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.set({ [field]: formats[field](event.currentTarget.value) }),
  })
  return (
    <Stack gap="sm" className={classes.card}>
      <TextInput {...inputProps('cardNumber')} />
      <SimpleGrid cols={2} spacing="md">
        <TextInput {...inputProps('expiry')} />
        <TextInput {...inputProps('cvc')} />
      </SimpleGrid>
      <Text size="xs" c="dimmed" className={classes.note}>
        <IconLock size={14} aria-hidden />
        {payments.cardNote}
      </Text>
    </Stack>
  )
}
