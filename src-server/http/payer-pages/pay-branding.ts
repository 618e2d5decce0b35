import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '#server/core/context.ts'
import type { PayersLink } from '#server/features/payment-links/payer/payers-link.ts'
import { type BrandingRow, findLogo } from '#server/services/branding/branding.queries.ts'
import { LOGO_PATH, logoPath } from '#server/services/branding/logo-path.ts'
import { accentColours } from '#server/shared/branding/accent.ts'
import { initialsOf } from '#server/shared/branding/initials.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { lockIcon } from './pay-icons.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/**
 * Returns a style with the merchant's accent colours, or '' without an accent. Only six hexadecimal digits of the
 * merchant's input reach the page.
 */
export function accentStyleOf({ accent }: Pick<BrandingRow, 'accent'>): string {
  if (accent === null || !/^#[\da-f]{6}$/.test(accent)) return ''
  const { fill, on, mark } = accentColours(accent)
  return (
    `:root{--accent:${fill};--on:${on};--mark:${mark.light}}` +
    `@media(prefers-color-scheme:dark){:root{--mark:${mark.dark}}}`
  )
}

/**
 * Returns the merchant's name beside the logo, or beside the initials without one. The logo has an empty text
 * alternative, since the name is next to it.
 */
export function renderHeader({
  merchant,
  branding,
}: Pick<PayersLink, 'merchant' | 'branding'>): string {
  const { logoHash } = branding
  const { businessName } = merchant
  const initials = initialsOf(businessName)
  const disc =
    initials === ''
      ? ''
      : `<span class="initials" aria-hidden="true">${escapeHtml(initials)}</span>`
  const mark = logoHash === null ? disc : `<img class="logo" src="${logoPath(logoHash)}" alt="">`
  return `<div class="shop">${mark}<h1>${escapeHtml(businessName)}</h1></div>`
}

/**
 * Returns the business with its address, the support contact and the legal links. `isSecure` adds that the payment is
 * secure, which is true of the form only; `taxIds` adds the tax numbers, which receipts show.
 */
export function renderFooter(
  { branding, merchant }: Pick<PayersLink, 'merchant' | 'branding'>,
  language: PayerLanguage,
  { isSecure = false, taxIds = null }: { isSecure?: boolean; taxIds?: string | null } = {},
): string {
  const of = payWords[language]
  const { supportEmail, termsUrl, privacyUrl } = branding
  const business = [merchant.businessName, merchant.businessAddress].filter(Boolean).join(', ')
  // Isolates the name, so that one that is written from right to left does not reorder the line.
  const name = `<bdi>${escapeHtml(business)}</bdi>`
  const trust = isSecure
    ? `<p class="trust">${lockIcon}<span>${of.secure} · ${name}</span></p>`
    : `<p>${name}</p>`
  const links = [
    termsUrl === null ? '' : linkTo(termsUrl, of.terms),
    privacyUrl === null ? '' : linkTo(privacyUrl, of.privacy),
  ].filter(Boolean)
  const support =
    supportEmail === null
      ? ''
      : `<p>${of.support} <a href="${escapeHtml(mailTo(supportEmail))}">${escapeHtml(supportEmail)}</a></p>`
  const legalLinks = links.length === 0 ? '' : `<p>${links.join(' · ')}</p>`
  const taxLine = taxIds === null ? '' : `<p>${escapeHtml(taxIds)}</p>`
  return `<footer>${trust}${taxLine}${support}${legalLinks}</footer>`
}

/** Opens in a new tab, so that the typed form is kept. */
const linkTo = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${text}</a>`

/** Encodes the e-mail address, so that it cannot add a subject or a second recipient. */
const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** Serves the logos of merchants by the hash of their bytes: public, without a cookie, and cached permanently. */
export function logoRoute(
  app: FastifyInstance,
  { world, limits }: { world: World; limits: CallerLimits },
) {
  app.get(
    `${LOGO_PATH}/:hash`,
    async (request: FastifyRequest<{ Params: { hash: string } }>, reply) => {
      await limits.countByAddress(request)
      const { hash } = request.params
      const branding = /^[\da-f]{64}$/.test(hash)
        ? await findLogo(world.db, { logoHash: hash })
        : undefined
      if (!branding?.logo || !branding.logoType) {
        return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
      }
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(branding.logoType)
        .send(Buffer.from(branding.logo, 'base64'))
    },
  )
}
