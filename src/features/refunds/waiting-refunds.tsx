import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { client, queryClient, trpc } from '#client/trpc.ts'
import type { PaymentRefund } from './use-payment-money.ts'

const texts = refunds.approval

/** A payment's refunds that need an owner's approval. */
export function WaitingRefunds({ refunds: all }: { refunds: readonly PaymentRefund[] }) {
  const waiting = all.filter(({ needsApproval }) => needsApproval)
  return waiting.map((refund) => <WaitingRefund key={refund.id} refund={refund} />)
}

function WaitingRefund({ refund }: { refund: PaymentRefund }) {
  const { data: viewerRole } = trpc.team.role.useQuery()
  const amount = formatMoney(refund.amount, refund.currency)
  const { decide, deciding } = useApproval(refund.id, amount)
  return (
    <Alert color="yellow" icon={<IconUserCheck aria-hidden />} title={texts.waits}>
      <Text size="sm" c="inherit">
        {texts.text(amount)} {viewerRole?.role !== 'owner' && texts.forOwners}
      </Text>
      {viewerRole?.role === 'owner' && (
        <Group gap="xs" mt="sm">
          <Button
            size="xs"
            aria-label={texts.approveOf(amount)}
            loading={deciding === 'approve'}
            disabled={deciding !== undefined}
            onClick={() => void decide('approve')}
          >
            {texts.approve}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.declineOf(amount)}
            loading={deciding === 'refuse'}
            disabled={deciding !== undefined}
            onClick={() => void decide('refuse')}
          >
            {texts.decline}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

type Verdict = 'approve' | 'refuse'

/**
 * Approves or refuses a refund. Both ask for the password unless it was entered recently, since they decide
 * about money.
 */
function useApproval(id: string, amount: string) {
  const [deciding, setDeciding] = useState<Verdict>()
  const decide = async (verdict: Verdict) => {
    setDeciding(verdict)
    try {
      const { status, failureReason } = await client.refunds[verdict].mutate({ id })
      if (status === 'failed') {
        const words = failureReason && refunds.failures[failureReason].meaning
        notify.error({ title: refunds.dialog.failedTitle, message: words ?? '' })
      } else notify.success(verdict === 'approve' ? texts.approved(amount) : texts.declined(amount))
    } catch (error) {
      if (!isConfirmationDeclined(error)) {
        notify.error({ title: texts.failed, message: readProblem(error).detail })
      }
    } finally {
      setDeciding(undefined)
      void queryClient.invalidateQueries()
    }
  }
  return { decide, deciding }
}
