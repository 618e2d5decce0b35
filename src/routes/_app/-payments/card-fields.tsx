import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { payments } from '../../../texts/payments.ts'
import { formatCardNumber, formatCvc, formatExpiry } from './card-format.ts'
import classes from './payments.module.css'
import type { PaymentValues } from './payment-values.ts'

const { fields, placeholders } = payments

const formats = { cardNumber: formatCardNumber, expiry: formatExpiry, cvc: formatCvc }

type Props = { form: UseFormReturnType<PaymentValues> }

export function CardFields({ form }: Props) {
  const inputProps = (field: keyof typeof formats) => ({
    label: fields[field],
    placeholder: placeholders[field],
    required: true,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    ...form.getInputProps(field),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(field, formats[field](event.currentTarget.value)),
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
