import { Alert, Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AmountField } from '#client/components/amount-field.tsx'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { ErrorState, Failure } from '#client/components/error-state.tsx'
import type { Attempts } from '#client/lib/hooks/use-attempt.ts'
import { type FieldErrors, isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { formatMoney, writtenAmount } from '#client/lib/words/format.ts'
import { amountProblem, typedAmount } from '#client/lib/words/typed-amount.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { type RefundReason, refundReasons } from '#server/features/refunds/refund-enums.schema.ts'
import { NewRefund } from '#server/features/refunds/refunds.schema.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { type RefundOutcome, sendRefund } from './send-refund.ts'
import { type PaymentMoney, usePaymentMoney } from './use-payment-money.ts'

const texts = refunds.dialog

type Props = { transaction: Transaction; attempt: Attempts; onClose: () => void }

/** Refunds a payment, whole or in part. */
export function RefundDialog({ transaction, attempt, onClose }: Props) {
  const { data, error, refetch, isFetching } = usePaymentMoney(transaction.transactionId)
  const [isSending, setIsSending] = useState(false)
  const { remaining } = data?.amounts ?? {}
  return (
    <Dialog
      title={texts.title(`#${transaction.transactionId}`)}
      onClose={isSending ? undefined : onClose}
    >
      {data?.canRefund === false && data.stage === 'succeeded' ? (
        <NotRefundable
          text={data.transfer ? texts.notByUs : texts.notByProcessor(data.processor)}
          onClose={onClose}
        />
      ) : remaining !== undefined && (Number(remaining) > 0 || isSending) ? (
        <RefundForm
          transaction={transaction}
          remaining={remaining}
          receipt={data?.receipt}
          attempt={attempt}
          onSending={setIsSending}
          onClose={onClose}
        />
      ) : data ? (
        <NotRefundable
          text={data.stage === 'succeeded' ? texts.nothingLeft : texts.notRefundable}
          onClose={onClose}
        />
      ) : error ? (
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Stack gap="md" aria-busy>
          <Skeleton height="1rem" width="60%" />
          <Skeleton height="14rem" />
        </Stack>
      )}
    </Dialog>
  )
}

function NotRefundable({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  )
}

type Values = { amount: string; reason: RefundReason; note: string }

type FormProps = Props & {
  remaining: string
  receipt: PaymentMoney['receipt'] | undefined
  onSending: (isSending: boolean) => void
}

const reasonOptions = refundReasons.map((value) => ({ value, label: refunds.reasons[value] }))

function RefundForm(props: FormProps) {
  const { transaction, remaining, receipt, attempt, onSending, onClose } = props
  const { currency, customerName, customerEmail, paymentMethod } = transaction
  const form = useForm<Values>({
    initial: {
      amount: writtenAmount(remaining, currency),
      reason: 'requested_by_customer',
      note: '',
    },
    check: ({ amount }) => checkAmount(amount, { currency, remaining }),
  })
  const [outcome, setOutcome] = useState<RefundOutcome>()
  const amount = typedAmount(form.values.amount, currency)
  const sum = amount && formatMoney(amount, currency)

  const submit = form.onSubmit(async ({ amount: typed, reason, note }) => {
    const input: NewRefund = {
      id: transaction.id,
      amount: typedAmount(typed, currency),
      reason,
      note: note.trim() || null,
    }
    if (refusedBySchema(form, NewRefund, input)) return
    setOutcome(undefined)
    onSending(true)
    const result = await sendRefund(input, attempt)
    onSending(false)
    if (result.kind === 'done') return onClose()
    setOutcome(result)
    if (result.kind !== 'refused') return
    if (result.problem.reason === 'refund_exceeds_remaining') {
      form.refuse({ amount: result.problem.detail })
    } else markRefusedFields(form, result.problem.issues)
  })

  return (
    <form noValidate onSubmit={submit} aria-label={texts.plainAction}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Text size="sm">{texts.left(formatMoney(remaining, currency))}</Text>
          {amount !== remaining && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                form.set({ amount: writtenAmount(remaining, currency) })
                form.focus('amount')
              }}
            >
              {texts.all}
            </Button>
          )}
        </Group>
        <AmountField
          label={texts.amount}
          currency={currency}
          understood={texts.returns}
          required
          data-autofocus
          {...form.input('amount')}
          onChange={(typed) => form.set({ amount: typed })}
        />
        <NativeSelect label={texts.reason} data={reasonOptions} {...form.input('reason')} />
        <TextInput
          label={texts.note}
          description={texts.noteHelp}
          maxLength={500}
          autoComplete="off"
          {...form.input('note')}
        />
        {sum && (
          <Alert color="blue" role="note">
            {texts.seen(customerName, sum, texts.arrivals[paymentMethod])}
            {receipt && ` ${texts.receipt[receipt](customerEmail)}`}
          </Alert>
        )}
        <OutcomeMessage
          outcome={outcome}
          isShownAtField={Object.values(form.errors).some(Boolean)}
        />
        <DialogButtons
          texts={{
            cancel: outcome?.kind === 'lost' ? texts.close : texts.back,
            submit: sum ? texts.action(sum) : texts.plainAction,
            submitting: texts.sending,
          }}
          isPending={form.isSending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

type Limits = { currency: Transaction['currency']; remaining: string }

function checkAmount(typed: string, { currency, remaining }: Limits): FieldErrors<Values> {
  if (isBlank(typed)) return { amount: texts.amountMissing }
  const problem = amountProblem(typed, currency)
  if (problem) return { amount: problem }
  const amount = typedAmount(typed, currency)
  const isTooMuch =
    amount !== undefined && (minorFromDecimal(amount) ?? 0) > (minorFromDecimal(remaining) ?? 0)
  return isTooMuch ? { amount: texts.tooMuch(formatMoney(remaining, currency)) } : {}
}

type OutcomeMessageProps = { outcome: RefundOutcome | undefined; isShownAtField: boolean }

/** The last attempt's outcome, unless a field shows it. */
function OutcomeMessage({ outcome, isShownAtField }: OutcomeMessageProps) {
  if (outcome?.kind === 'lost') {
    return (
      <Alert color="yellow" role="alert" title={texts.lostTitle}>
        {texts.lost}
      </Alert>
    )
  }
  if (outcome?.kind === 'failed') {
    const reason = outcome.refund.failureReason
    const words = reason ? refunds.failures[reason] : undefined
    return <Failure title={texts.failedTitle}>{words && `${words.meaning} ${words.next}`}</Failure>
  }
  if (outcome?.kind !== 'refused' || isShownAtField) return null
  return <Failure title={texts.notMade}>{outcome.problem.detail}</Failure>
}
