import {
  Anchor,
  Button,
  Code,
  Group,
  Paper,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { useTransaction } from '#client/features/transactions/use-transactions.ts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { problemLine, type ReadableProblem } from '#client/lib/problem.ts'
import { pageProcessor } from '#client/processors/registry.ts'
import { common } from '#client/texts/en/common.ts'
import { guides } from '#client/texts/en/guides.ts'
import { payments } from '#client/texts/en/payments.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { trpc } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { CopyUrl } from './copy-url.tsx'
import type { CustomerStep, Outcome } from './use-process-payment.ts'

const texts = payments.result

type Props = {
  outcome: Outcome | undefined
  /** Moves back to the payment methods; the form has kept its values. */
  onTryAgain: () => void
}

export function PaymentResult({ outcome, onTryAgain }: Props) {
  const panel = useFocusOnResult(outcome)
  return (
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={texts.title}
      ref={panel}
      tabIndex={-1}
    >
      {outcome?.kind === 'answered' ? (
        <PaymentResponse first={outcome.transaction} step={outcome.step} onTryAgain={onTryAgain} />
      ) : outcome ? (
        <FailedCall problem={outcome.problem} />
      ) : (
        <Stack gap={4}>
          <Title order={2}>{texts.noneTitle}</Title>
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        </Stack>
      )}
    </Paper>
  )
}

/** Moves the focus to the result, unless the form takes it. */
function useFocusOnResult(outcome: Outcome | undefined) {
  const panel = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow()
  const shown = useRef(outcome)
  useEffect(() => {
    if (!outcome || shown.current === outcome) return
    shown.current = outcome
    const isCleared = outcome.kind === 'answered' && outcome.transaction.status !== 'failed'
    if (isNarrow || !isCleared) panel.current?.focus()
  }, [outcome, isNarrow])
  return panel
}

type ResponseProps = Pick<Extract<Outcome, { kind: 'answered' }>, 'step'> & {
  first: Transaction
  onTryAgain: () => void
}

function PaymentResponse({ first, step, onTryAgain }: ResponseProps) {
  // Reloads a pending payment, so that the panel shows its current status.
  const { data } = useTransaction(first.transactionId)
  const transaction = data ?? first
  const { status, failureReason, transactionId } = transaction
  const by = useProcessorOf(transaction)
  const failure = status === 'failed' ? failureWords(failureReason) : undefined
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{texts.title}</Title>
        <StatusBadge status={status} />
      </Group>
      <div>
        <Text size="xl" fw={620}>
          <MoneyText amount={transaction.amount} currency={transaction.currency} />
        </Text>
        <Text size="sm" c="dimmed">
          {transaction.customerName}
        </Text>
      </div>
      <IdText value={transactionId} shown={`#${transactionId}`} copyLabel={transactions.copyId} />
      <Text size="sm">
        {failure ? `${failure.meaning} ${failure.next}` : nextStep(status, { step, by })}
      </Text>
      {status === 'pending' && step && <StepActions step={step} by={by} />}
      {first.status === 'failed' && (
        <Button variant="default" onClick={onTryAgain}>
          {texts.tryAgain}
        </Button>
      )}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to="/transactions/$transactionId" params={{ transactionId }} />
        )}
      >
        {texts.view}
      </Anchor>
    </Stack>
  )
}

/** Returns the name of the processor that now takes payments of this payment's method. */
function useProcessorOf({ paymentMethod }: Transaction): string | null {
  const { data } = trpc.transactions.cardForm.useQuery()
  return data?.processors[paymentMethod] ?? null
}

type Step = { step: CustomerStep | null; by: string | null }

function nextStep(status: Transaction['status'], { step, by }: Step): string {
  if (status !== 'pending') return texts.next.success
  if (step) return step.at === 'bank' ? payments.script.proof.waits : texts.next.approval
  return by === 'transfer' ? texts.next.transfer : texts.next.pending
}

type StepActionsProps = { step: CustomerStep; by: string | null }

/**
 * The actions for the customer's open step. The payment page opens in a separate tab, so that the customer
 * does not see the dashboard.
 */
function StepActions({ step: { at, url }, by }: StepActionsProps) {
  const label = pageProcessor(by)?.label
  return (
    <Group gap="sm">
      {at === 'page' && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {label === undefined ? texts.openPaymentPage : texts.openPage(label)}
          <VisuallyHidden> {guides.newTab}</VisuallyHidden>
        </Button>
      )}
      <CopyUrl url={url} />
    </Group>
  )
}

function FailedCall({ problem }: { problem: ReadableProblem }) {
  const hasResponse = problem.code !== undefined
  return (
    <Stack gap="xs">
      <Title order={2}>{hasResponse ? texts.callFailed : texts.noAnswer}</Title>
      <Text size="sm">
        {problem.reason === 'merchant_suspended' ? texts.suspended : problemLine(problem)}
      </Text>
      {!hasResponse && (
        <Text size="sm" c="dimmed">
          {texts.noAnswerHelp}
        </Text>
      )}
      {problem.requestId && (
        <Text size="xs" c="dimmed">
          {`${common.requestId}: `}
          <Code>{problem.requestId}</Code>
        </Text>
      )}
    </Stack>
  )
}
