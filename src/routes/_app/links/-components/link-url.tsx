import { Section } from '#client/components/section.tsx'
import { PrintCardButton } from '#client/features/payment-links/counter-card.tsx'
import { LinkButtons, UrlField } from '#client/features/payment-links/created-link.tsx'
import { LinkQr } from '#client/features/payment-links/link-qr.tsx'
import { linkPage as texts } from '#client/texts/en/link-page.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'

/** The link's URL, to send, show or print. */
export function LinkUrl({ link }: { link: PaymentLink }) {
  return (
    <Section title={texts.address}>
      <UrlField url={link.url} />
      <LinkButtons link={link} />
      <LinkQr link={link} />
      <PrintCardButton />
    </Section>
  )
}
