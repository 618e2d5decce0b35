import { Button, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import { notify } from '#client/lib/notify.tsx'
import { isOutcomeUnknown, readProblem } from '#client/lib/problem.ts'
import { readAgain } from '#client/lib/read-again.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { money } from '#client/texts/en/money.ts'
import { client, queryClient } from '#client/trpc.ts'
import type { Balance } from '#server/features/money/money.schema.ts'

const texts = money.payOut

/** Pays out the sandbox's money at once, after one confirmation. */
export function PayOutButton({ balance }: { balance: Balance }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBuildingBank size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && <PayOutDialog balance={balance} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = { balance: Balance; onClose: () => void }

function PayOutDialog({ balance: { available, currency }, onClose }: DialogProps) {
  const attempt = useAttempt()
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const amount = formatMoney(available, currency)
  const confirm = async () => {
    setIsPending(true)
    const input = { currency }
    const idempotencyKey = attempt.keyOf(input)
    try {
      const payout = await client.payouts.create.mutate(input, { context: { idempotencyKey } })
      notify.success(texts.done(formatMoney(payout.amount, payout.currency)))
      onClose()
    } catch (error) {
      const found = readProblem(error)
      // Sending a lost request again must not pay out twice.
      if (!isOutcomeUnknown(found)) attempt.forgetKey()
      setProblem(found.detail)
    } finally {
      setIsPending(false)
      void readAgain(queryClient)
    }
  }
  return (
    <ConfirmDialog
      opened
      title={texts.title(amount)}
      action={texts.action}
      back={texts.back}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Text size="sm">{texts.text(amount)}</Text>
      {available.endsWith('.99') && <Text size="sm">{texts.endsIn99}</Text>}
      {problem && <Failure title={texts.failed}>{problem}</Failure>}
    </ConfirmDialog>
  )
}
