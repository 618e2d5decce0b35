import { Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { linkMails } from '#client/texts/link-mails.ts'
import { client, queryClient } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import classes from './payment-links.module.css'

const texts = linkMails.close

type Props = { link: PaymentLink; onClose: () => void }

/** Asks before a link is closed for good. Closing twice is closing once, so that no key is needed. */
export function CloseLinkDialog({ link, onClose }: Props) {
  const { id, title } = link
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const confirm = async () => {
    setIsPending(true)
    try {
      await client.paymentLinks.close.mutate({ id })
      notify.success(texts.done(title))
      onClose()
    } catch (error) {
      setProblem(readProblem(error).detail)
    } finally {
      setIsPending(false)
      void queryClient.invalidateQueries()
    }
  }

  return (
    <ConfirmDialog
      opened
      title={texts.title(title)}
      action={texts.action}
      back={texts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Text size="sm" className={classes.words}>
        {texts.text}
      </Text>
      <Text size="sm" fw={600}>
        {texts.final}
      </Text>
      {problem && <Failure title={texts.failed}>{problem}</Failure>}
    </ConfirmDialog>
  )
}
