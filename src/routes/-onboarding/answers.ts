import { viewerTimezone } from '#client/lib/words/format.ts'
import { BusinessType, EstimatedVolume } from '#server/core/merchant.schema.ts'
import type { Onboarding } from '#server/features/merchants/merchants.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import type { Currency } from '#server/shared/money/money.ts'

/** The answers that the onboarding asks for. */
export type Answers = {
  businessName: string
  businessType: string
  businessPhone: string
  businessAddress: string
  businessWebsite: string
  businessDescription: string
  estimatedVolume: string
  currency: Currency
}

/** The documents that the person has accepted. */
export type Acceptance = { terms: boolean; privacy: boolean }

/** Returns the wizard's initial answers. */
export const firstAnswers = (): Answers => ({
  businessName: '',
  businessType: '',
  businessPhone: '',
  businessAddress: '',
  businessWebsite: '',
  businessDescription: '',
  estimatedVolume: '',
  currency: proposedCurrency({ zone: viewerTimezone(), language: navigator.language }),
})

/** Returns true when the business has a name, a type and a phone number. */
export const isBusinessComplete = (answers: Answers): boolean =>
  [answers.businessName, answers.businessType, answers.businessPhone].every(
    (text) => text.trim() !== '',
  )

/** Returns the request to send; undefined while a required answer is missing. */
export function onboardingOf(
  answers: Answers,
  acceptance: Acceptance,
  { user, timezone }: { user: CurrentUser; timezone: string },
): Onboarding | undefined {
  const businessType = BusinessType.safeParse(answers.businessType).data
  if (!businessType || !isBusinessComplete(answers)) return undefined
  if (!acceptance.terms || !acceptance.privacy) return undefined
  return {
    businessName: answers.businessName.trim(),
    businessType,
    businessPhone: answers.businessPhone.trim(),
    businessAddress: answers.businessAddress.trim() || null,
    businessWebsite: answers.businessWebsite.trim() || null,
    // The server refuses line breaks: the description is shown on one line everywhere.
    businessDescription: answers.businessDescription.replace(/\s+/g, ' ').trim() || null,
    estimatedVolume: EstimatedVolume.safeParse(answers.estimatedVolume).data ?? null,
    acceptedTerms: true,
    acceptedPrivacy: true,
    currency: answers.currency,
    timezone,
    userId: user.id,
    email: user.email || undefined,
  }
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

/** Regions that pay in euro: the euro area, and regions outside it that use the euro. */
const euroRegions = wordSet(`
  AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK
  AD MC SM VA ME XK AX BL GF GP MF MQ PM RE YT
`)
const euroZones = wordSet(`
  Europe/Amsterdam Europe/Andorra Europe/Athens Europe/Berlin Europe/Bratislava Europe/Brussels
  Europe/Busingen Europe/Dublin Europe/Helsinki Europe/Lisbon Europe/Ljubljana Europe/Luxembourg
  Europe/Madrid Europe/Malta Europe/Mariehamn Europe/Monaco Europe/Nicosia Europe/Paris
  Europe/Podgorica Europe/Riga Europe/Rome Europe/San_Marino Europe/Sofia Europe/Tallinn
  Europe/Vatican Europe/Vienna Europe/Vilnius Europe/Zagreb Asia/Nicosia Asia/Famagusta
  Africa/Ceuta Atlantic/Azores Atlantic/Canary Atlantic/Madeira America/Cayenne
  America/Guadeloupe America/Marigot America/Martinique America/Miquelon America/St_Barthelemy
  Indian/Mayotte Indian/Reunion
`)
const poundRegions = wordSet('GB GG IM JE')
const poundZones = wordSet(
  'Europe/London Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey',
)

const currencyOf = (
  name: string,
  euro: ReadonlySet<string>,
  pound: ReadonlySet<string>,
): Currency | undefined => (euro.has(name) ? 'EUR' : pound.has(name) ? 'GBP' : undefined)

/** Returns the region of a language tag: "IT" for "it-IT", and for "it", whose likeliest region is Italy. */
function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? ''
  } catch {
    return ''
  }
}

/**
 * Returns true for zones that do not determine the currency: UTC has no country, and Europeans also trade in
 * neighbouring currencies.
 */
const leavesCurrencyOpen = (zone: string) => !zone.includes('/') || /^(?:Etc|Europe)\//.test(zone)

/**
 * Returns the currency to propose for a new business. The time zone shows the computer's location; the region
 * of its language decides when the zone points to neither euro nor pound.
 */
export function proposedCurrency({ zone, language }: { zone: string; language: string }): Currency {
  const byZone = currencyOf(zone, euroZones, poundZones)
  if (byZone) return byZone
  const byRegion = leavesCurrencyOpen(zone)
    ? currencyOf(regionOf(language), euroRegions, poundRegions)
    : undefined
  return byRegion ?? 'USD'
}
