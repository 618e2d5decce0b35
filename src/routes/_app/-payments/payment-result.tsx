import { Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { useTransaction } from '#client/features/transactions/use-transactions.ts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { problemLine, type ReadableProblem } from '#client/lib/problem.ts'
import { common } from '#client/texts/en/common.ts'
import { payments } from '#client/texts/en/payments.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { CopyUrl } from './copy-url.tsx'
import type { Outcome } from './use-process-payment.ts'

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
        <Answered first={outcome.transaction} url={outcome.url} onTryAgain={onTryAgain} />
      ) : outcome ? (
        <Unanswered problem={outcome.problem} />
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

type AnsweredProps = Pick<Extract<Outcome, { kind: 'answered' }>, 'url'> & {
  first: Transaction
  onTryAgain: () => void
}

function Answered({ first, url, onTryAgain }: AnsweredProps) {
  // Reloads a pending payment, so that the panel shows its current status.
  const { data } = useTransaction(first.transactionId)
  const transaction = data ?? first
  const { status, failureReason, transactionId } = transaction
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
        {failure ? `${failure.meaning} ${failure.next}` : nextStep(status, url !== null)}
      </Text>
      {status === 'pending' && url !== null && <CopyUrl url={url} />}
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

function nextStep(status: Transaction['status'], isWithCustomer: boolean): string {
  if (status !== 'pending') return texts.next.success
  return isWithCustomer ? payments.script.proof.waits : texts.next.pending
}

function Unanswered({ problem }: { problem: ReadableProblem }) {
  const hasAnswer = problem.code !== undefined
  return (
    <Stack gap="xs">
      <Title order={2}>{hasAnswer ? texts.callFailed : texts.noAnswer}</Title>
      <Text size="sm">
        {problem.reason === 'merchant_suspended' ? texts.suspended : problemLine(problem)}
      </Text>
      {!hasAnswer && (
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
