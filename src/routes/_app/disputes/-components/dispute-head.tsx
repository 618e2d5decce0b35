import { Alert, Anchor, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { DisputeBadge } from '#client/features/disputes/dispute-badge.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { readProblem } from '#client/lib/problem.ts'
import { disputePages as texts } from '#client/texts/en/dispute-pages.ts'
import { trpc } from '#client/trpc.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'

/** The state of the dispute, its amount and deadline, and the merchant's next step. */
export function DisputeHead({ dispute }: { dispute: DisputeDetail }) {
  const { timezone } = useSignedIn().merchant
  const { state, amount, currency, reference, evidenceDueAt, canAnswer, isRefundable } = dispute
  const { title, next } = texts.heads[state]
  const isOpen = state === 'inquiry' || state === 'needs_response'
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="md">
          <div>
            <Text component="p" m={0} fz="xl" fw={650} lh={1.3}>
              {title}
            </Text>
            <Text component="p" m={0} fz="lg" fw={600}>
              <MoneyText amount={amount} currency={currency} />
            </Text>
          </div>
          <DisputeBadge state={state} isLarge />
        </Group>
        {isOpen && !canAnswer ? <NoResponse id={dispute.id} /> : <Text size="sm">{next}</Text>}
        {canAnswer && evidenceDueAt && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {texts.columns.deadline}{' '}
            <strong>
              <DateText at={evidenceDueAt} timezone={timezone} />
            </strong>
          </Alert>
        )}
        {isRefundable && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/transactions/$transactionId"
                params={{ transactionId: reference }}
              />
            )}
          >
            {texts.refund}
          </Anchor>
        )}
      </Stack>
    </Paper>
  )
}

/**
 * Says why no response can be sent: the processor takes none, or a response already waits to be sent, perhaps for a
 * permission that the API key lacks.
 */
function NoResponse({ id }: { id: string }) {
  const { data, error } = trpc.disputes.unsentResponse.useQuery({ id })
  if (error) return <Text size="sm">{readProblem(error).detail}</Text>
  if (data === undefined) return <Skeleton height="1.25rem" aria-busy />
  if (data === null) return <Text size="sm">{texts.notHere}</Text>
  const { processorMessage } = data
  return (
    <Alert color="yellow" title={texts.waiting.title[data.kind]}>
      <Text size="sm" c="inherit">
        {processorMessage === null ? texts.waiting.text : texts.waiting.forPermission}
      </Text>
      {processorMessage !== null && (
        <>
          <Text size="sm" c="inherit" lang="en" mt="xs" style={{ overflowWrap: 'anywhere' }}>
            {processorMessage}
          </Text>
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/settings" />}>
            {texts.waiting.settings}
          </Anchor>
        </>
      )}
    </Alert>
  )
}
