import { Alert, Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { DisputeBadge } from '#client/features/disputes/dispute-badge.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { disputePages as texts } from '#client/texts/en/dispute-pages.ts'
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
        <Text size="sm">{isOpen && !canAnswer ? texts.notHere : next}</Text>
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
