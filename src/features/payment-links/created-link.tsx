import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  IconBrandWhatsapp,
  IconExternalLink,
  IconMail,
  IconMessage,
  IconShare,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { linkForm } from '#client/texts/en/link-form.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { CopyLink } from './copy-link.tsx'
import { CounterCard, PrintCardButton } from './counter-card.tsx'
import { LinkQr } from './link-qr.tsx'
import classes from './payment-links.module.css'
import { canShare, messageUrls, shareLink } from './share-link.ts'

const texts = linkForm.made

type Props = {
  link: PaymentLink
  businessName: string
  onClose: () => void
  /** Mails the link to its customer, where the dialog offers it. */
  onMail?: (() => void) | undefined
}

/** The actions for a link just created. */
export function CreatedLink({ link, businessName, onClose, onMail }: Props) {
  const copy = useRef<HTMLButtonElement>(null)
  // The form is gone and with it the focused element.
  useEffect(() => copy.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text size="sm" className={classes.words} role="status">
        {texts.text(link.title)}
      </Text>
      <UrlField url={link.url} />
      <LinkButtons link={link} copy={copy} />
      {onMail && link.customerId && (
        <Button variant="light" leftSection={<IconMail size={16} aria-hidden />} onClick={onMail}>
          {linkMails.send.open}
        </Button>
      )}
      <LinkQr link={link} />
      <PrintCardButton />
      <CounterCard link={link} businessName={businessName} />
      <Group justify="space-between" gap="sm">
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/links/$linkId" params={{ linkId: link.id }} onClick={onClose} />
          )}
        >
          {texts.see}
        </Anchor>
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}

/** The link's URL to read or copy by hand, for browsers that forbid copying. */
export const UrlField = ({ url }: { url: string }) => (
  <TextInput
    label={paymentLinks.address}
    readOnly
    value={url}
    className={classes.address}
    onFocus={({ currentTarget }) => currentTarget.select()}
  />
)

type ButtonsProps = { link: PaymentLink; copy?: React.Ref<HTMLButtonElement> }

export function LinkButtons({ link, copy }: ButtonsProps) {
  const { actions } = paymentLinks
  return (
    <Group gap="xs">
      <CopyLink url={link.url} label={texts.copy} {...(copy && { ref: copy })} />
      {canShare() && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => void shareLink(link)}
        >
          {actions.share}
        </Button>
      )}
      <Button
        variant="default"
        component="a"
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        title={actions.opensTab}
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {actions.open}
      </Button>
      <MessageButtons link={link} />
    </Group>
  )
}

const messageIcons = { whatsapp: IconBrandWhatsapp, email: IconMail, sms: IconMessage } as const

function MessageButtons({ link }: Pick<ButtonsProps, 'link'>) {
  const urls = messageUrls(link)
  return (['whatsapp', 'email', 'sms'] as const).map((kind) => {
    const Icon = messageIcons[kind]
    return (
      <Button
        key={kind}
        variant="default"
        component="a"
        href={urls[kind]}
        // A mail or message program opens without leaving the page.
        {...(kind === 'whatsapp' && { target: '_blank', rel: 'noopener noreferrer' })}
        leftSection={<Icon size={16} aria-hidden />}
      >
        {paymentLinks.actions.messages[kind]}
      </Button>
    )
  })
}
