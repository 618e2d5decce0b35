import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { ErrorState, Failure } from '#client/components/error-state.tsx'
import { notify } from '#client/lib/notify.tsx'
import { isOutcomeUnknown, readProblem } from '#client/lib/problem.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { client, queryClient, trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import classes from './payment-links.module.css'
import { RemindersSwitch } from './reminders-switch.tsx'

const texts = linkMails.send

type Props = { link: PaymentLink; onClose: () => void }

export function SendDialog({ link, onClose }: Props) {
  const [isSending, setIsSending] = useState(false)
  return (
    <Dialog title={texts.title} onClose={isSending ? undefined : onClose}>
      <SendForm link={link} onClose={onClose} onSending={setIsSending} />
    </Dialog>
  )
}

type FormProps = Props & { onSending: (isSending: boolean) => void }

type Outcome = { kind: 'refused'; detail: string } | { kind: 'lost' }

/** Mails a link to its customer, inside any dialog. */
export function SendForm({ link, onClose, onSending }: FormProps) {
  const { id, customerId } = link
  const customer = trpc.customers.get.useQuery({ id: customerId ?? '' })
  const [hasReminders, setHasReminders] = useState(link.hasReminders)
  const [isPending, setIsPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const send = async () => {
    setOutcome(undefined)
    setIsPending(true)
    onSending(true)
    const failure = await mailLink({ id, hasReminders, email: customer.data?.email ?? '' })
    setIsPending(false)
    onSending(false)
    if (failure) setOutcome(failure)
    else onClose()
  }

  if (customer.error) {
    return (
      <ErrorState
        title={texts.loadFailed}
        error={customer.error}
        onRetry={() => void customer.refetch()}
        isRetrying={customer.isFetching}
      />
    )
  }
  return (
    <form
      noValidate
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && customer.data) void send()
      }}
    >
      <Stack gap="md">
        {customer.data ? (
          <Text size="sm" className={classes.words}>
            {texts.text(customer.data.name, customer.data.email)}
          </Text>
        ) : (
          <Skeleton height="2.5rem" />
        )}
        <RemindersSwitch checked={hasReminders} onChange={setHasReminders} />
        {outcome?.kind === 'refused' && <Failure title={texts.failed}>{outcome.detail}</Failure>}
        {outcome?.kind === 'lost' && (
          <Alert color="yellow" role="alert" title={texts.lostTitle}>
            {texts.lost}
          </Alert>
        )}
        <DialogButtons
          texts={{
            cancel: outcome?.kind === 'lost' ? texts.close : texts.back,
            submit: texts.action,
            submitting: texts.sending,
          }}
          isPending={isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

type LinkMail = { id: string; hasReminders: boolean; email: string }

/** Mails the link and notifies on success; returns any other outcome. */
async function mailLink({ email, ...input }: LinkMail): Promise<Outcome | undefined> {
  try {
    const { mailing } = await client.paymentLinks.send.mutate(input)
    if (mailing === 'sent') notify.success(texts.sent(email))
    else if (mailing === 'printed') notify.neutral(texts.printed)
    else return { kind: 'refused', detail: texts.why[mailing] }
    return undefined
  } catch (error) {
    const problem = readProblem(error)
    return isOutcomeUnknown(problem)
      ? { kind: 'lost' }
      : { kind: 'refused', detail: problem.detail }
  } finally {
    void queryClient.invalidateQueries()
  }
}
