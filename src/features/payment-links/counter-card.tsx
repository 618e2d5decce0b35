import { Button, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { isLiveMode } from '#client/lib/mode.ts'
import { linkPage as texts } from '#client/texts/en/link-page.ts'
import { trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { accentColours } from '#server/shared/branding/accent.ts'
import classes from './counter-card.module.css'
import { svgUrl, useQr } from './link-qr.tsx'
import { amountWords } from './link-words.ts'

type Props = { link: PaymentLink; businessName: string }

/** The printed card. Rendered outside the page, because print styles hide the page. */
export function CounterCard({ link, businessName }: Props) {
  const { data } = useQr(link.id)
  const { data: choices } = trpc.paymentLinks.choices.useQuery({ id: link.id })
  const { data: branding } = trpc.look.get.useQuery()
  if (!data) return null
  const { logoUrl = null, accent = null } = branding ?? {}
  return createPortal(
    <section className={classes.card} data-print data-testid="counter-card" translate="no">
      {!isLiveMode && <p className={classes.sandbox}>{texts.sandbox}</p>}
      {logoUrl !== null && <img className={classes.logo} src={logoUrl} alt="" />}
      <p className={classes.business}>{businessName}</p>
      <p className={classes.for}>
        {link.title}
        <br />
        <strong>{amountWords(link, choices)}</strong>
      </p>
      <img className={classes.code} src={svgUrl(data.svg)} alt="" />
      <p
        className={classes.scan}
        style={accent === null ? undefined : { color: accentColours(accent).mark.light }}
      >
        {texts.scan}
      </p>
      <p className={classes.url}>{link.url.replace(/^https?:\/\//, '')}</p>
    </section>,
    document.body,
  )
}

/** Prints the card, which the same screen renders. */
export const PrintCardButton = () => (
  <div>
    <Button
      fullWidth
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      {texts.card}
    </Button>
    <Text size="xs" c="dimmed" mt={4}>
      {texts.cardHelp}
    </Text>
  </div>
)
