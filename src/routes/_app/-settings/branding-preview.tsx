import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Section } from '#client/components/section.tsx'
import { isEmail } from '#client/lib/hooks/use-form.ts'
import { isLiveMode } from '#client/lib/mode.ts'
import { look as texts } from '#client/texts/en/look.ts'
import { accentColours, type Scheme } from '#server/shared/branding/accent.ts'
import { initialsOf } from '#server/shared/branding/initials.ts'
import { payColours } from '#server/shared/branding/pay-colours.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { isPlainHttps } from '#server/shared/text/plain-https.ts'
import { type BrandingValues, colourOf } from './branding-values.ts'
import classes from './look.module.css'

const payTexts = payWords[texts.payLanguage]

const schemes = ['light', 'dark'] as const

const SAMPLE_EUROS = 40

const amount = new Intl.NumberFormat(texts.payLanguage, {
  style: 'currency',
  currency: 'EUR',
}).format(SAMPLE_EUROS)

type Props = { values: BrandingValues; businessName: string }

/** The payer's page in both colour schemes, with its real texts and colours. */
export function BrandingPreview({ values, businessName }: Props) {
  return (
    <Section title={texts.preview} text={texts.previewText}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {schemes.map((scheme) => (
          <Stack key={scheme} gap={4} component="figure" m={0} aria-label={texts.schemes[scheme]}>
            <PayersPage scheme={scheme} values={values} businessName={businessName} />
            <Text size="xs" c="dimmed" component="figcaption">
              {texts.schemes[scheme]}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Section>
  )
}

/** A static picture of the page, without working controls. */
function PayersPage({ scheme, values, businessName }: Props & { scheme: Scheme }) {
  const { logo, supportEmail, termsUrl, privacyUrl } = values
  const links = [
    ...(isPlainHttps(termsUrl.trim()) ? [payTexts.terms] : []),
    ...(isPlainHttps(privacyUrl.trim()) ? [payTexts.privacy] : []),
  ]
  const hasSupport = isEmail(supportEmail)
  return (
    <div className={classes.page} style={variablesOf(scheme, colourOf(values.accent))}>
      <div className={classes.card}>
        <div className={classes.shop}>
          {logo === '' ? (
            <span className={classes.initials} aria-hidden>
              {initialsOf(businessName)}
            </span>
          ) : (
            <img className={classes.logo} data-scheme={scheme} src={logo} alt="" />
          )}
          <p className={classes.name}>{businessName}</p>
        </div>
        {!isLiveMode && <p className={classes.note}>{payTexts.test}</p>}
        <p className={classes.what}>{texts.sample}</p>
        <p className={classes.amount}>{amount}</p>
        <p className={classes.label}>{payTexts.name}</p>
        <span className={classes.field} />
        <p className={classes.label}>{payTexts.email}</p>
        <span className={classes.field} />
        <span className={classes.button}>{payTexts.pay.card}</span>
        <span className={classes.other}>{payTexts.pay.paypal}</span>
        {(hasSupport || links.length > 0) && (
          <div className={classes.foot}>
            {hasSupport && (
              <p>
                {payTexts.support} <span className={classes.link}>{supportEmail.trim()}</span>
              </p>
            )}
            {links.length > 0 && <p className={classes.link}>{links.join(' · ')}</p>}
          </div>
        )}
      </div>
    </div>
  )
}

function variablesOf(scheme: Scheme, accent: string | undefined): CSSProperties {
  const colours = { ...payColours[scheme] }
  if (accent) {
    const { fill, on, mark } = accentColours(accent)
    Object.assign(colours, { accent: fill, on, mark: mark[scheme] })
  }
  return Object.fromEntries(
    Object.entries(colours).map(([name, colour]) => [`--pay-${name}`, colour]),
  ) as CSSProperties
}
