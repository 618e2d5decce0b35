import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconKeyOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { stuckRefunds as texts } from '#client/texts/en/stuck-refunds.ts'
import { client, queryClient, trpc } from '#client/trpc.ts'
import type { PaymentRefund } from './use-payment-money.ts'

type Props = { refunds: readonly PaymentRefund[]; processor: string }

/** A payment's refunds whose status cannot be read, because the processor no longer accepts the API key. */
export function StuckRefunds({ refunds: all, processor }: Props) {
  const stuck = all.filter(
    ({ status, failureReason }) => status === 'pending' && failureReason !== null,
  )
  return stuck.map((refund) => (
    <StuckRefund key={refund.id} refund={refund} processor={processor} />
  ))
}

function StuckRefund({ refund, processor }: { refund: PaymentRefund; processor: string }) {
  const { data: viewerRole } = trpc.team.role.useQuery()
  const [isCancelling, setIsCancelling] = useState(false)
  const amount = formatMoney(refund.amount, refund.currency)
  const isOwner = viewerRole?.role === 'owner'
  const cancel = async () => {
    setIsCancelling(true)
    try {
      await client.refunds.cancel.mutate({ id: refund.id })
      notify.success(texts.cancelled(amount))
    } catch (error) {
      if (!isConfirmationDeclined(error)) {
        notify.error({ title: texts.failed, message: readProblem(error).detail })
      }
    } finally {
      setIsCancelling(false)
      void queryClient.invalidateQueries()
    }
  }
  return (
    <Alert color="red" icon={<IconKeyOff aria-hidden />} title={texts.title(processor)}>
      <Text size="sm" c="inherit">
        {texts.text(amount, processor)} {!isOwner && texts.forOwners}
      </Text>
      <Group gap="md" mt="sm">
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/settings" search={{ tab: 'payments' }} />}
        >
          {texts.settings}
        </Anchor>
        {isOwner && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.cancelOf(amount)}
            loading={isCancelling}
            onClick={() => void cancel()}
          >
            {texts.cancel}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
