import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IdText } from '#client/components/text/id-text.tsx'
import { CopyLink } from '#client/features/payment-links/copy-link.tsx'
import { LateCapture } from '#client/features/refunds/late-capture.tsx'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { formatMoment, formatMoney } from '#client/lib/words/format.ts'
import { heldMoney } from '#client/texts/en/pending-reasons.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { printedReference } from '#server/shared/money/creditor-reference.ts'
import type { PendingReason } from '#server/shared/reasons/pending-reasons.ts'

export type NextStepProps = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
  timezone: string
  onCapture: (transaction: Transaction) => void
  onDecide: (decision: Decision) => void
}

/** Shows what happened to the payment and offers the action that it needs; nothing for a success. */
export function NextStep(props: NextStepProps) {
  const { transaction, money } = props
  if (transaction.status === 'failed') {
    const { meaning, next } = failureWords(transaction.failureReason)
    return (
      <>
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mt="md">
          <strong>{transactions.detail.failedTitle}:</strong> {meaning} {next}
        </Alert>
        {money?.lateCapture && <LateCapture {...props} money={money} late={money.lateCapture} />}
      </>
    )
  }
  if (transaction.status !== 'pending') return null
  // Until loaded, nothing is claimed about the payer.
  if (money?.waitingFor === 'capture') return <CaptureStep {...props} money={money} />
  if (money?.waitingFor === 'customer') return <CustomerStep {...props} money={money} />
  if (money?.waitingFor === 'transfer') return <TransferStep {...props} money={money} />
  if (money?.pendingReason) return <HeldMoney money={money} reason={money.pendingReason} />
  const { pendingTitle, pending, bankTitle, bank } = transactions.detail
  if (money?.isAtBank) return <Step title={bankTitle} text={bank} />
  return <Step title={pendingTitle} text={pending} />
}

type StepProps = { title: string; text: string; isForMerchant?: boolean; children?: ReactNode }

/** `isForMerchant` is true when the payment waits for the merchant alone. */
function Step({ title, text, isForMerchant = false, children }: StepProps) {
  return (
    <Alert
      color={isForMerchant ? 'blue' : 'yellow'}
      icon={isForMerchant ? <IconLock aria-hidden /> : <IconClock aria-hidden />}
      mt="md"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <strong>{title}.</strong> {text}
        </Text>
        {children && (
          <EditorsOnly>
            <Group gap="sm">{children}</Group>
          </EditorsOnly>
        )}
      </Stack>
    </Alert>
  )
}

type LoadedProps = NextStepProps & { money: PaymentMoney }

/** Reasons that end only when the merchant acts at the processor's own site. */
const merchantReasons: ReadonlySet<PendingReason> = new Set([
  'confirm_email',
  'verify_account',
  'accept_payment',
])

function HeldMoney({ money, reason }: { money: PaymentMoney; reason: PendingReason }) {
  const { title, text } = heldMoney[reason]
  return (
    <Step title={title} text={text(money.processor)} isForMerchant={merchantReasons.has(reason)} />
  )
}

function CaptureStep({ transaction, money: { captureBefore }, timezone, onCapture }: LoadedProps) {
  const { outlookTitle, outlook, outlookUntil, open } = refunds.capture
  const text = captureBefore ? outlookUntil(formatMoment(captureBefore, timezone)) : outlook
  return (
    <Step title={outlookTitle} text={text} isForMerchant>
      <Button size="xs" onClick={() => onCapture(transaction)}>
        {open}
      </Button>
    </Step>
  )
}

function CustomerStep({ transaction: { customerName }, money: { payerUrl } }: LoadedProps) {
  const { payerTitle, payer, payerElsewhere, openPayerPage, copyPayerPage } = waitingPayment
  if (payerUrl === null) return <Step title={payerTitle} text={payerElsewhere(customerName)} />
  return (
    <Step title={payerTitle} text={payer(customerName)}>
      <CopyLink size="xs" url={payerUrl} label={copyPayerPage} />
      <Anchor href={payerUrl} target="_blank" rel="noopener noreferrer" size="sm">
        {openPayerPage}
      </Anchor>
    </Step>
  )
}

/**
 * The bank reports nothing about a transfer to the merchant's own account: the merchant looks for the transfer's
 * reference.
 */
function TransferStep({ transaction, money, onDecide }: LoadedProps) {
  const { transferTitle, transfer, copyBankReference } = waitingPayment
  const { amount, currency } = transaction
  const text = money.transfer
    ? transfer(formatMoney(amount, currency))
    : transactions.detail.pending
  return (
    <Step title={transferTitle} text={text}>
      {money.transfer && (
        <IdText
          value={money.transfer.reference}
          shown={printedReference(money.transfer.reference)}
          copyLabel={copyBankReference}
        />
      )}
      {decisionsFor(transaction).includes('success') && (
        <Button size="xs" onClick={() => onDecide({ transaction, status: 'success' })}>
          {transactions.decisions.success.action}
        </Button>
      )}
    </Step>
  )
}
