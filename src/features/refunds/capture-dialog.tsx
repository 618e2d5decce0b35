import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AmountField } from '#client/components/amount-field.tsx'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import type { Attempts } from '#client/lib/hooks/use-attempt.ts'
import { type FieldErrors, isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { isOutcomeUnknown, type ReadableProblem, readProblem } from '#client/lib/problem.ts'
import { markRefusedFields } from '#client/lib/schema-issues.ts'
import { formatMoney, writtenAmount } from '#client/lib/words/format.ts'
import { amountProblem, typedAmount } from '#client/lib/words/typed-amount.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { client, queryClient } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { type Currency, decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'

const texts = refunds.capture

type Values = { amount: string }

type Props = {
  transaction: Transaction
  authorized: string
  attempt: Attempts
  onClose: () => void
}

/** Captures all or part of the authorized amount, and warns that the remainder is released. */
export function CaptureDialog({ transaction, authorized, attempt, onClose }: Props) {
  const { id, transactionId, currency, customerName } = transaction
  const form = useForm<Values>({
    initial: { amount: writtenAmount(authorized, currency) },
    check: ({ amount }) => checkAmount(amount, { currency, authorized }),
  })
  const [problem, setProblem] = useState<ReadableProblem>()
  const amount = typedAmount(form.values.amount, currency)
  const sum = amount && formatMoney(amount, currency)

  const submit = form.onSubmit(async (values) => {
    const input = { id, amount: typedAmount(values.amount, currency) }
    setProblem(undefined)
    const result = await sendCapture(input, attempt)
    if ('transaction' in result) {
      notifyCapture(result.transaction)
      return onClose()
    }
    if (result.problem.reason === 'capture_exceeds_authorized') {
      form.refuse({ amount: result.problem.detail })
    } else if (!markRefusedFields(form, result.problem.issues)) setProblem(result.problem)
  })

  return (
    <Dialog title={texts.title(`#${transactionId}`)} onClose={form.isSending ? undefined : onClose}>
      <form noValidate onSubmit={submit} aria-label={texts.plainAction}>
        <Stack gap="md">
          <Text size="sm">{texts.authorized(formatMoney(authorized, currency))}</Text>
          <AmountField
            label={texts.amount}
            currency={currency}
            understood={texts.takes}
            required
            data-autofocus
            {...form.input('amount')}
            onChange={(typed) => form.set({ amount: typed })}
          />
          <Alert color="blue" role="note">
            {remainderText(amount, { authorized, currency, customerName })}
          </Alert>
          {problem && <NotCaptured problem={problem} />}
          <DialogButtons
            texts={{
              cancel: texts.back,
              submit: sum ? texts.action(sum) : texts.plainAction,
              submitting: texts.sending,
            }}
            isPending={form.isSending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

type CaptureResult = { transaction: Transaction } | { problem: ReadableProblem }

async function sendCapture(
  input: { id: string; amount: string | undefined },
  attempt: Attempts,
): Promise<CaptureResult> {
  const idempotencyKey = attempt.keyOf(input)
  try {
    const context = { idempotencyKey }
    const transaction = await client.transactions.capture.mutate(input, { context })
    attempt.forgetKey()
    return { transaction }
  } catch (error) {
    const problem = readProblem(error)
    if (!isOutcomeUnknown(problem)) attempt.forgetKey()
    return { problem }
  } finally {
    void queryClient.invalidateQueries()
  }
}

function notifyCapture({ amount, currency, transactionId, status }: Transaction) {
  const words = [formatMoney(amount, currency), `#${transactionId}`] as const
  if (status === 'success') notify.success(texts.done(...words))
  else notify.neutral(texts.pending(...words))
}

function NotCaptured({ problem }: { problem: ReadableProblem }) {
  if (!isOutcomeUnknown(problem)) return <Failure title={texts.failed}>{problem.detail}</Failure>
  return (
    <Alert color="yellow" role="alert" title={texts.lostTitle}>
      {texts.lost}
    </Alert>
  )
}

const minorOf = (amount: string) => minorFromDecimal(amount) ?? 0

type Limits = { currency: Currency; authorized: string }

function checkAmount(typed: string, { currency, authorized }: Limits): FieldErrors<Values> {
  if (isBlank(typed)) return { amount: texts.amountMissing }
  const problem = amountProblem(typed, currency)
  if (problem) return { amount: problem }
  const amount = typedAmount(typed, currency)
  const isTooMuch = amount !== undefined && minorOf(amount) > minorOf(authorized)
  return isTooMuch ? { amount: texts.tooMuch(formatMoney(authorized, currency)) } : {}
}

function remainderText(
  amount: string | undefined,
  { authorized, currency, customerName }: Limits & { customerName: string },
): string {
  const remainder = minorOf(authorized) - minorOf(amount ?? authorized)
  return remainder > 0
    ? texts.rest(formatMoney(decimalFromMinor(remainder), currency), customerName)
    : texts.noRest
}
