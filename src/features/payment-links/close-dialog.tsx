import { Text } from '@mantine/core'
import { FinalCallDialog } from '#client/components/dialogs/final-call-dialog.tsx'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { client, queryClient } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import classes from './payment-links.module.css'

const texts = linkMails.close

type Props = { link: PaymentLink; onClose: () => void }

/** Asks for confirmation before a link is closed for good. */
export function CloseLinkDialog({ link, onClose }: Props) {
  const { id, title } = link
  return (
    <FinalCallDialog
      title={texts.title(title)}
      texts={texts}
      call={() => client.paymentLinks.close.mutate({ id })}
      done={texts.done(title)}
      onSettled={() => void queryClient.invalidateQueries()}
      onClose={onClose}
    >
      <Text size="sm" className={classes.words}>
        {texts.text}
      </Text>
      <Text size="sm" fw={600}>
        {texts.final}
      </Text>
    </FinalCallDialog>
  )
}
