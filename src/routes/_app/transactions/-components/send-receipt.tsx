import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { notify } from '#client/lib/notify.tsx'
import { isOutcomeUnknown, readProblem } from '#client/lib/problem.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { receipts } from '#client/texts/en/receipts.ts'
import { trpc } from '#client/trpc.ts'
import type { CustomerMailing } from '#server/features/merchants/merchants.schema.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import classes from './transaction-detail.module.css'

const texts = receipts.send
const { action, sending, back, close, sent, printed, why } = linkMails.send

type Props = {
  transaction: Transaction
  /** The outcome that a mail would have if it were sent now. */
  mailing: CustomerMailing
  language: MailLanguage
  onClose: () => void
}

/** Mails the receipt to the payer, or says why this is not possible. */
export function SendReceipt({ transaction, mailing, language, onClose }: Props) {
  const { id, customerName, customerEmail } = transaction
  const utils = trpc.useUtils()
  const [refusal, setRefusal] = useState<string>()
  const send = trpc.receipts.send.useMutation({
    onSuccess: (response) => {
      if (response.mailing !== 'sent' && response.mailing !== 'printed') {
        setRefusal(why[response.mailing])
        return
      }
      notify[response.mailing === 'sent' ? 'success' : 'neutral'](
        response.mailing === 'sent' ? sent(customerEmail) : printed,
      )
      onClose()
    },
    onError: (error) => {
      const problem = readProblem(error)
      setRefusal(isOutcomeUnknown(problem) ? texts.lost : problem.detail)
    },
    onSettled: () => void utils.auditLog.invalidate(),
  })
  const obstacle = mailing === 'sent' || mailing === 'printed' ? undefined : why[mailing]
  if (obstacle !== undefined) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <Stack gap="md">
          <Alert color="yellow">{texts.impossible(obstacle)}</Alert>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {close}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog title={texts.title} onClose={send.isPending ? undefined : onClose}>
      <form
        noValidate
        aria-label={texts.title}
        onSubmit={(event) => {
          event.preventDefault()
          setRefusal(undefined)
          if (!send.isPending) send.mutate({ id })
        }}
      >
        <Stack gap="md">
          <Text size="sm" className={classes.email}>
            {texts.text(customerName, customerEmail, texts.languages[language])}
          </Text>
          {refusal !== undefined && <Failure title={texts.failed}>{refusal}</Failure>}
          <DialogButtons
            texts={{ cancel: back, submit: action, submitting: sending }}
            isPending={send.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
