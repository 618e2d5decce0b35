import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core'
import { IconBrandPaypal, IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { AmountField } from '#client/components/amount-field.tsx'
import { SubmitButton } from '#client/components/submit-button.tsx'
import { useUnsavedChanges } from '#client/components/unsaved-changes.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useOfferedCurrencies } from '#client/features/session/use-currencies.ts'
import { currencySymbol, formatNothing } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.tsx'
import { refusedBySchema, refuseIssues } from '#client/lib/schema-issues.ts'
import { type Form, useForm } from '#client/lib/use-form.ts'
import { useNarrow } from '#client/lib/use-narrow.ts'
import { methodNames } from '#client/texts/methods.ts'
import { payments } from '#client/texts/payments.ts'
import { NewTransaction } from '#server/features/transactions/transactions.schema.ts'
import { digitsOf, inOrder } from '#server/shared/currencies.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/payment-method.ts'
import { CardFields } from './card-fields.tsx'
import { CustomerFields } from './customer-fields.tsx'
import {
  checkPayment,
  emptyPayment,
  newTransactionOf,
  type PaymentValues,
  validationToast,
} from './payment-values.ts'
import classes from './payments.module.css'
import type { Verdict } from './use-process-payment.ts'

const { fields, placeholders } = payments

type Props = { onSubmit: (input: NewTransaction) => Promise<Verdict>; isPending: boolean }

export function PaymentForm({ onSubmit, isPending }: Props) {
  const { merchant } = useSignedIn()
  const isNarrow = useNarrow()
  const form = useForm<PaymentValues>({
    initial: emptyPayment(merchant.currency),
    check: checkPayment,
  })

  // What was refused is known to the server; leaving then loses nothing.
  const [answered, setAnswered] = useState<PaymentValues>()
  const { question } = useUnsavedChanges(form.isDirty && form.values !== answered)
  useEffect(() => notify.valid, [])

  const submit = form.onSubmit(
    async (values) => {
      const input = newTransactionOf(values)
      if (refusedBySchema(form, NewTransaction, input)) {
        notify.error(payments.toasts.error)
        return
      }
      const { clear, issues } = await onSubmit(input)
      if (clear) {
        form.reset()
        // On a phone the keyboard would cover the result.
        if (!isNarrow) form.focus('amount')
      } else {
        setAnswered(values)
        refuseIssues(form, issues)
      }
    },
    {
      isPending,
      onInvalid: (values) => notify.invalid(validationToast(values)),
    },
  )

  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      {question}
      <form aria-label={payments.form} noValidate onSubmit={submit}>
        <Stack gap="md">
          <AmountAndCurrency form={form} />
          <CustomerFields form={form} />
          <MethodTiles
            value={form.values.paymentMethod}
            onChange={(paymentMethod) => form.set({ paymentMethod })}
          />
          {form.values.paymentMethod === 'card' && <CardFields form={form} />}
          <TextInput
            label={`${fields.description} (${payments.optional})`}
            autoComplete="off"
            placeholder={placeholders.description}
            {...form.input('description')}
          />
          <Group gap="sm" mt="xs">
            <SubmitButton texts={payments} isPending={isPending} />
            <Button type="button" variant="default" disabled={isPending} onClick={form.reset}>
              {payments.clear}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/** One field to the eye: what is charged, in what. */
function AmountAndCurrency({ form }: { form: Form<PaymentValues> }) {
  const { currency } = form.values
  const offered = useOfferedCurrencies()
  return (
    <div className={classes.hero}>
      <AmountField
        label={fields.amount}
        currency={currency}
        understood={payments.charges}
        help={payments.amountHelp(digitsOf(currency))}
        required
        placeholder={formatNothing(currency)}
        leftSection={<span className={classes.symbol}>{currencySymbol(currency)}</span>}
        leftSectionWidth="3rem"
        leftSectionPointerEvents="none"
        classNames={{ input: classes.amount }}
        {...form.input('amount')}
        onChange={(amount) => form.set({ amount })}
      />
      <NativeSelect
        label={fields.currency}
        data={inOrder([...offered, currency])}
        classNames={{ input: classes.currency }}
        {...form.input('currency')}
      />
    </div>
  )
}

const icons = { card: IconCreditCard, paypal: IconBrandPaypal, bank: IconBuildingBank }

type MethodTilesProps = { value: PaymentMethod; onChange: (method: PaymentMethod) => void }

/** Plain radio buttons underneath, so the arrow keys work as people expect. */
function MethodTiles({ value, onChange }: MethodTilesProps) {
  return (
    <fieldset className={classes.methods}>
      <legend className={classes.legend}>{payments.fields.paymentMethod}</legend>
      <div className={classes.tiles}>
        {paymentMethods.map((method) => {
          const Icon = icons[method]
          return (
            <label key={method} className={classes.tile}>
              <input
                type="radio"
                name="paymentMethod"
                className={classes.radio}
                value={method}
                checked={value === method}
                onChange={() => onChange(method)}
              />
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>{methodNames[method]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
