import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#client/lib/words/format.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'

type Props = { link: PaymentLink; children: string }

/** The number of mails sent, linking to their audit entries with time and sender. */
export function SentMailsLink({ link: { id, title, sentCount }, children }: Props) {
  if (sentCount === 0) return children
  return (
    <Anchor
      inherit
      aria-label={linkMails.sentOf(formatCount(sentCount), title)}
      renderRoot={(props) => (
        <Link {...props} to="/audit-log" search={{ objectId: id, action: 'payment_link.sent' }} />
      )}
    >
      {children}
    </Anchor>
  )
}
