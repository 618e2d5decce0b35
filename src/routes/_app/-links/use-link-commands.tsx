import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { CloseLinkDialog } from '#client/features/payment-links/close-dialog.tsx'
import { CreatedLink } from '#client/features/payment-links/created-link.tsx'
import { LinkQr } from '#client/features/payment-links/link-qr.tsx'
import classes from '#client/features/payment-links/payment-links.module.css'
import { SendDialog } from '#client/features/payment-links/send-dialog.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { linkChoices } from '#client/texts/en/link-choices.ts'
import { linkForm } from '#client/texts/en/link-form.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { client, trpc } from '#client/trpc.ts'
import type {
  LinkOptions,
  PaymentLink,
} from '#server/features/payment-links/payment-links.schema.ts'
import { MerchantLinkDialog } from './merchant-link-dialog.tsx'

export type LinkCommands = {
  edit: (link: PaymentLink) => void
  showQr: (link: PaymentLink) => void
  duplicate: (link: PaymentLink) => void
  pauseOrResume: (link: PaymentLink) => void
  send: (link: PaymentLink) => void
  close: (link: PaymentLink) => void
}

type OpenLinkDialog =
  | { kind: 'qr' | 'copy' | 'mail' | 'close'; link: PaymentLink }
  | { kind: 'edit'; link: PaymentLink; choices: LinkOptions }

const texts = paymentLinks.actions

const notifyFailure = (title: string) => (error: unknown) =>
  notify.error({ title, message: readProblem(error).detail })

/**
 * Returns the actions for links, and their dialogs for the page to render: rows with the buttons may
 * disappear.
 */
export function useLinkCommands(): {
  commands: LinkCommands
  isBusy: boolean
  dialog: ReactNode
} {
  const [openDialog, setOpenDialog] = useState<OpenLinkDialog>()
  const attempt = useAttempt()
  const pause = trpc.paymentLinks.pause.useMutation({
    onSuccess: ({ title }) => notify.success(texts.paused(title)),
    onError: notifyFailure(texts.failed),
  })
  const resume = trpc.paymentLinks.resume.useMutation({
    onSuccess: ({ title }) => notify.success(texts.resumed(title)),
    onError: notifyFailure(texts.failed),
  })
  const duplicate = trpc.paymentLinks.duplicate.useMutation({
    onSuccess: (link) => setOpenDialog({ kind: 'copy', link }),
    onError: notifyFailure(texts.notDuplicated),
  })
  const isBusy = pause.isPending || resume.isPending || duplicate.isPending
  const close = () => setOpenDialog(undefined)
  /** Reads the choices first, because rows of a list do not have them. */
  const edit = async (link: PaymentLink) => {
    try {
      const choices = await client.paymentLinks.choices.query({ id: link.id })
      setOpenDialog({ kind: 'edit', link, choices })
    } catch (error) {
      notifyFailure(linkChoices.notLoaded)(error)
    }
  }
  const commands: LinkCommands = {
    edit: (link) => void edit(link),
    showQr: (link) => setOpenDialog({ kind: 'qr', link }),
    duplicate: ({ id }) => isBusy || duplicate.mutate({ id }),
    pauseOrResume: ({ id, status }) =>
      isBusy || (status === 'paused' ? resume : pause).mutate({ id }),
    send: (link) => setOpenDialog({ kind: 'mail', link }),
    close: (link) => setOpenDialog({ kind: 'close', link }),
  }
  return {
    commands,
    isBusy,
    dialog: openDialog && <OpenLinkDialog opened={openDialog} attempt={attempt} onClose={close} />,
  }
}

type OpenLinkDialogProps = {
  opened: OpenLinkDialog
  attempt: ReturnType<typeof useAttempt>
  onClose: () => void
}

function OpenLinkDialog({ opened, attempt, onClose }: OpenLinkDialogProps) {
  const { kind, link } = opened
  const { businessName } = useSignedIn().merchant
  if (kind === 'edit') {
    const { choices } = opened
    const props = { attempt, link, choices, onClose }
    return <MerchantLinkDialog key={link.id} {...props} />
  }
  if (kind === 'copy') {
    return (
      <Dialog title={linkForm.made.copyTitle} onClose={onClose}>
        <CreatedLink link={link} businessName={businessName} onClose={onClose} />
      </Dialog>
    )
  }
  if (kind === 'mail') return <SendDialog link={link} onClose={onClose} />
  if (kind === 'close') return <CloseLinkDialog link={link} onClose={onClose} />
  const { qr } = paymentLinks
  return (
    <Dialog title={qr.title} onClose={onClose} closesOnClickOutside>
      <Stack gap="md">
        <Text size="sm" className={classes.words}>
          {qr.text(link.title)}
        </Text>
        <LinkQr link={link} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {qr.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
