import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { NewTransaction } from '#server/features/transactions/transactions.schema.ts'
import { currencies } from '#server/shared/money.ts'
import { AmountField } from '../../../components/amount-field.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { notify } from '../../../lib/notify.tsx'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { payments } from '../../../texts/payments.ts'
import { CardFields } from './card-fields.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { MethodTiles } from './method-tiles.tsx'
import {
  checkPayment,
  emptyPayment,
  fieldOrder,
  newTransactionOf,
  type PaymentErrors,
  type PaymentValues,
  validationToast,
} from './payment-values.ts'
import type { Verdict } from './use-process-payment.ts'

const { fields, placeholders } = payments

type Props = { onSubmit: (input: NewTransaction) => Promise<Verdict>; isPending: boolean }

export function PaymentForm({ onSubmit, isPending }: Props) {
  const { merchant } = useSignedIn()
  const isNarrow = useNarrow()
  const form = useForm<PaymentValues>({
    mode: 'controlled',
    initialValues: emptyPayment(merchant.currency),
    validate: checkPayment,
  })

  const focusFirst = (errors: PaymentErrors) => {
    const firstBad = fieldOrder.find((field) => errors[field])
    if (firstBad) form.getInputNode(firstBad)?.focus()
  }

  const submit = async () => {
    const errors = checkPayment(form.values)
    form.setErrors(errors)
    const toast = validationToast(form.values, errors)
    if (toast) {
      notify.error(toast)
      focusFirst(errors)
      return
    }
    const verdict = await onSubmit(newTransactionOf(form.values))
    if (verdict.clear) {
      form.reset()
      // On a phone the keyboard would cover the result.
      if (!isNarrow) form.getInputNode('amount')?.focus()
    }
    const refused = Object.fromEntries(verdict.issues.map(({ path, message }) => [path, message]))
    form.setErrors(refused)
    focusFirst(refused)
  }

  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <form
        aria-label={payments.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void submit()
        }}
      >
        <Stack gap="md">
          <Group grow align="flex-start" gap="md" preventGrowOverflow={false}>
            <AmountField
              label={fields.amount}
              currency={form.values.currency}
              understood={payments.charges}
              help={payments.amountHelp}
              required
              placeholder={placeholders.amount}
              miw="8rem"
              {...form.getInputProps('amount')}
              value={form.values.amount}
            />
            <NativeSelect
              label={fields.currency}
              data={[...currencies]}
              maw="8rem"
              {...form.getInputProps('currency')}
            />
          </Group>
          <CustomerFields form={form} />
          <MethodTiles
            value={form.values.paymentMethod}
            onChange={(method) => form.setFieldValue('paymentMethod', method)}
          />
          {form.values.paymentMethod === 'card' && <CardFields form={form} />}
          <TextInput
            label={`${fields.description} (${payments.optional})`}
            autoComplete="off"
            placeholder={placeholders.description}
            {...form.getInputProps('description')}
          />
          <Group gap="sm" mt="xs">
            <Button type="submit" disabled={isPending}>
              {isPending ? payments.submitting : payments.submit}
            </Button>
            <Button type="button" variant="default" disabled={isPending} onClick={form.reset}>
              {payments.clear}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
