import { useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import type { Attempts } from '#client/lib/hooks/use-attempt.ts'
import { notify } from '#client/lib/notify.tsx'
import { linkForm as texts } from '#client/texts/en/link-form.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import type {
  LinkOptions,
  PaymentLink,
} from '#server/features/payment-links/payment-links.schema.ts'
import { CreatedLink } from './created-link.tsx'
import { LinkForm } from './link-form.tsx'
import {
  changedLinkOf,
  emptyLink,
  type LinkSettings,
  type LinkStart,
  type LinkValues,
  newLinkOf,
  valuesOf,
} from './link-values.ts'
import { SendForm } from './send-dialog.tsx'
import { type LinkOutcome, sendChangedLink, sendNewLink } from './send-link.ts'

export type LinkDialogProps = {
  settings: LinkSettings
  /** Kept outside the dialog, so that a retry after a lost response reuses its idempotency key. */
  attempt: Attempts
  /** The initial values of a new link. */
  start?: LinkStart | undefined
  /** The link to edit; undefined for a new link. */
  link?: PaymentLink | undefined
  /** Settings of the link to edit that version 1 lacks: items, quantity, tips and payment methods. */
  choices?: LinkOptions | undefined
  onClose: () => void
  substitute?: (() => HTMLElement | null) | undefined
}

/** Creates a link and shows how to share it, or edits one. */
export function LinkDialog(props: LinkDialogProps) {
  const { settings, attempt, start, link, choices, onClose, substitute } = props
  const { timezone, currency } = settings
  const [initial] = useState(() =>
    link && choices ? valuesOf(link, choices, timezone) : emptyLink(currency, start),
  )
  const [created, setCreated] = useState<PaymentLink>()
  const [isSending, setIsSending] = useState(false)
  const [isMailing, setIsMailing] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const { leave, isAsking, question } = useUnsavedChanges(isDirty && !created)
  const close = () => leave(onClose)

  const send = async (values: LinkValues): Promise<LinkOutcome> => {
    const outcome = link
      ? await sendChangedLink(changedLinkOf(values, { id: link.id, timezone, before: initial }))
      : await sendNewLink(newLinkOf(values, { timezone, start }), attempt)
    if (outcome.kind !== 'done') return outcome
    if (link) {
      notify.success(texts.saved(outcome.link.title))
      onClose()
    } else setCreated(outcome.link)
    return outcome
  }

  return (
    <Dialog
      title={
        isMailing
          ? linkMails.send.title
          : created
            ? texts.made.title
            : link
              ? texts.editTitle
              : texts.newTitle
      }
      onClose={isSending || isAsking ? undefined : close}
      {...(substitute && { substitute })}
    >
      {created && isMailing ? (
        <SendForm link={created} onClose={onClose} onSending={setIsSending} />
      ) : created ? (
        <CreatedLink
          link={created}
          businessName={settings.businessName}
          onClose={onClose}
          onMail={() => setIsMailing(true)}
        />
      ) : (
        <LinkForm
          settings={settings}
          initial={initial}
          start={start}
          asksCustomer={Boolean(link ? link.customerId : start?.customer)}
          isEdited={link !== undefined}
          onDirty={setIsDirty}
          onSending={setIsSending}
          onSubmit={send}
          onCancel={close}
        />
      )}
      {question}
    </Dialog>
  )
}
