import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { AmountField } from '#client/components/amount-field.tsx'
import { SubmitButton } from '#client/components/dialogs/submit-button.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useOfferedCurrencies } from '#client/features/session/use-currencies.ts'
import {
  checkPayment,
  emptyPayment,
  newTransactionOf,
  type PaymentValues,
  validationToast,
} from '#client/features/transactions/payment-values.ts'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { notify } from '#client/lib/notify.tsx'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { currencySymbol, formatZero } from '#client/lib/words/format.ts'
import type { TypedCard } from '#client/processors/processor.ts'
import { pageProcessor } from '#client/processors/registry.ts'
import { payments } from '#client/texts/en/payments.ts'
import { trpc } from '#client/trpc.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { PagePayment as NewPayment } from '#server/features/transactions/transactions.schema.ts'
import { digitsOf, sortCurrencies } from '#server/shared/money/currencies.ts'
import { CardSection } from './card-section.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { firstConnected } from './method-processors.ts'
import { MethodTiles } from './method-tiles.tsx'
import classes from './payments.module.css'
import type { Verdict } from './use-process-payment.ts'

const { fields, placeholders } = payments

type Props = {
  /** The customer that the form starts with. */
  customer?: Pick<Customer, 'name' | 'email'> | undefined
  onSubmit: (input: NewPayment, card?: TypedCard) => Promise<Verdict>
  isPending: boolean
}

export function PaymentForm({ customer, onSubmit, isPending }: Props) {
  const { merchant } = useSignedIn()
  const isNarrow = useNarrow()
  const { data: cardForm } = trpc.transactions.cardForm.useQuery()
  const form = useForm<PaymentValues>({
    initial: {
      ...emptyPayment(merchant.currency, customer),
      ...(cardForm && { paymentMethod: firstConnected(cardForm.processors) ?? 'card' }),
    },
    check: checkPayment,
  })
  const isTaken = cardForm?.processors[form.values.paymentMethod] !== null
  const [card, setCard] = useState<TypedCard | null>(null)
  const hasScript = Boolean(cardForm?.script) && form.values.paymentMethod === 'card'
  const isBusy = isPending || form.isSending
  const reset = () => {
    form.reset()
    card?.clear()
  }

  // After a response the server knows the payment, refused or not, so leaving loses nothing.
  const [submitted, setSubmitted] = useState<PaymentValues>()
  const { question } = useUnsavedChanges(hasTyped(form) && form.values !== submitted)
  useEffect(() => notify.valid, [])

  const submit = form.onSubmit(
    async (values) => {
      notify.valid()
      const input = newTransactionOf(values)
      if (refusedBySchema(form, NewPayment, input)) {
        notify.error(payments.toasts.error)
        return
      }
      const paid = hasScript
        ? await withToken(form, { card, by: cardForm?.by ?? null }, input)
        : input
      if (!paid) return
      const { clear, issues } = await onSubmit(paid, (hasScript && card) || undefined)
      if (clear) {
        reset()
        // On a phone the keyboard would cover the result.
        if (!isNarrow) form.focus('amount')
      } else {
        setSubmitted(values)
        markRefusedFields(form, issues)
      }
    },
    {
      isPending: isPending || !isTaken,
      onInvalid: (values) =>
        notify.invalid(hasScript && !card ? payments.script.notReady : validationToast(values)),
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
            processors={cardForm?.processors}
            onChange={(paymentMethod) => form.set({ paymentMethod })}
          />
          {isTaken && <CardSection form={form} card={setCard} />}
          <TextInput
            label={`${fields.description} (${payments.optional})`}
            autoComplete="off"
            placeholder={placeholders.description}
            {...form.input('description')}
          />
          <Group gap="sm" mt="xs">
            <SubmitButton texts={payments} isPending={isBusy} isDisabled={!isTaken} />
            <Button type="button" variant="default" disabled={isBusy} onClick={reset}>
              {payments.clear}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/** Returns true when leaving would lose more than the choice of a method. */
const hasTyped = ({ values, start, isDirty }: Form<PaymentValues>): boolean =>
  isDirty &&
  JSON.stringify({ ...values, paymentMethod: start.paymentMethod }) !== JSON.stringify(start)

/** Amount and currency, which look like one field. */
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
        placeholder={formatZero(currency)}
        leftSection={<span className={classes.symbol}>{currencySymbol(currency)}</span>}
        leftSectionWidth="3rem"
        leftSectionPointerEvents="none"
        classNames={{ input: classes.amount }}
        {...form.input('amount')}
        onChange={(amount) => form.set({ amount })}
      />
      <NativeSelect
        label={fields.currency}
        data={sortCurrencies([...offered, currency])}
        classNames={{ input: classes.currency }}
        {...form.input('currency')}
      />
    </div>
  )
}

/**
 * Returns the payment with the processor's card token, or undefined after a failure, about which it notifies
 * the person.
 */
async function withToken(
  form: Form<PaymentValues>,
  { card, by }: { card: TypedCard | null; by: string | null },
  input: NewPayment,
): Promise<NewPayment | undefined> {
  const cardToken = await card?.tokenOf(input)
  if (cardToken && 'token' in cardToken) return { ...input, paymentToken: cardToken.token }
  if (cardToken?.field) form.refuse({ [cardToken.field]: cardToken.problem })
  const { title, message } = payments.script.noToken
  notify.error({ title, message: cardToken?.problem ?? message(pageProcessor(by)?.label ?? '') })
  return undefined
}
