import { Section } from '#client/components/section.tsx'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { formatMoney } from '#client/lib/words/format.ts'
import { linkPage as texts } from '#client/texts/en/link-page.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import classes from './links.module.css'

/** The code of a button for the merchant's own website, folded: a plain link, without script or iframe. */
export function EmbedSection({ link }: { link: PaymentLink }) {
  const code = buttonCode(link)
  return (
    <Section title={texts.embed} text={texts.embedHelp}>
      <details className={classes.fold}>
        <summary>{texts.embedOpen}</summary>
        <CodeBox code={code} label={texts.embed}>
          <CopyIcon value={code} label={texts.copyEmbed} />
        </CodeBox>
      </details>
    </Section>
  )
}

const buttonStyle = [
  'display: inline-block; padding: 12px 20px;',
  'border-radius: 8px; background: #2f53cc;',
  'color: #ffffff; text-decoration: none;',
  'font: 600 16px/1.25 system-ui, sans-serif',
].join('\n          ')

function buttonCode({ url, amount, currency }: PaymentLink): string {
  const words = amount === null ? texts.pay : texts.payAmount(formatMoney(amount, currency))
  return `<a href="${escapeHtml(url)}"\n   style="${buttonStyle}">${escapeHtml(words)}</a>`
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
