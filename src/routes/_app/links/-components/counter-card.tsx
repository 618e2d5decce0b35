import { createPortal } from 'react-dom'
import { svgUrl, useQr } from '#client/features/payment-links/link-qr.tsx'
import { amountWords } from '#client/features/payment-links/link-words.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isLiveBook } from '#client/lib/book.ts'
import { linkPage as texts } from '#client/texts/en/link-page.ts'
import { trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { accentColours } from '#server/shared/branding/accent.ts'
import classes from './links.module.css'

type Props = { link: PaymentLink }

/** The printed card. Rendered outside the page, because print styles hide the page. */
export function CounterCard({ link }: Props) {
  const { businessName } = useSignedIn().merchant
  const { data } = useQr(link.id)
  const branding = trpc.look.get.useQuery().data
  if (!data) return null
  return createPortal(
    <section className={classes.card} data-testid="counter-card" translate="no">
      {!isLiveBook && <p className={classes.sandbox}>{texts.sandbox}</p>}
      {branding?.logoUrl && <img className={classes.logo} src={branding.logoUrl} alt="" />}
      <p className={classes.business}>{businessName}</p>
      <p className={classes.for}>
        {link.title}
        <br />
        <strong>{amountWords(link)}</strong>
      </p>
      <img src={svgUrl(data.svg)} alt="" />
      <p
        className={classes.scan}
        style={branding?.accent ? { color: accentColours(branding.accent).mark.light } : undefined}
      >
        {texts.scan}
      </p>
      <p className={classes.url}>{link.url.replace(/^https?:\/\//, '')}</p>
    </section>,
    document.body,
  )
}
