import { z } from 'zod'
import { BusinessType, EstimatedVolume, Merchant } from '#server/core/merchant.schema.ts'
import { timezoneName } from '#server/shared/day.ts'
import { mailLanguages } from '#server/shared/language.ts'
import { modes } from '#server/shared/mode.ts'
import { currencies } from '#server/shared/money/currencies.ts'
import { Amount, Currency, Decimal } from '#server/shared/money/money.ts'
import { Email, line, optionalLine, optionalLineChange } from '#server/shared/text/text.ts'

/** Characters of a VAT number or a tax code. */
export const MAX_TAX_ID = 30

/** Digits of the shortest telephone numbers. */
const MIN_DIGITS = 3

export const Timezone = z.string().transform((name, ctx) => {
  const canonicalName = timezoneName(name)
  if (canonicalName !== undefined) return canonicalName
  ctx.addIssue({ code: 'custom', message: 'must be an IANA time zone such as Europe/Rome' })
  return z.NEVER
})

/** Any characters may separate the digits, as people write telephone numbers. */
const Phone = line(50).refine((text) => (text.match(/\d/g) ?? []).length >= MIN_DIGITS, {
  error: 'must be a telephone number, with digits',
})

const accepted = z.literal(true, {
  error: 'Devi accettare i termini e condizioni e la privacy policy',
})

export const Onboarding = z.strictObject({
  businessName: line(200),
  businessType: BusinessType,
  businessPhone: Phone,
  businessAddress: optionalLine(500),
  businessWebsite: optionalLine(500),
  businessDescription: optionalLine(1000),
  // An untouched select sends nothing, null or an empty text: all three mean that no volume is stated.
  estimatedVolume: z
    .union([EstimatedVolume, z.literal('')])
    .nullish()
    .transform((value) => value || null),
  acceptedTerms: accepted,
  acceptedPrivacy: accepted,
  timezone: Timezone.default('UTC'),
  currency: Currency.default('USD').meta({ description: 'Currency of the totals' }),
  userId: z.string().max(200).optional(),
  email: Email.optional(),
})
export type Onboarding = z.infer<typeof Onboarding>

/** The mode that the dashboard shows, test or live, and whether live mode exists. */
export const Books = z.strictObject({
  open: z.enum(modes),
  hasLive: z.boolean(),
  isDemo: z.boolean(),
})
export type Books = z.infer<typeof Books>

export const UpdateMerchant = z.strictObject({
  businessName: line(200).optional(),
  businessType: BusinessType.optional(),
  businessPhone: Phone.optional(),
  businessAddress: optionalLineChange(500),
  businessWebsite: optionalLineChange(500),
  businessDescription: optionalLineChange(1000),
  estimatedVolume: EstimatedVolume.nullish(),
  currency: Currency.optional(),
  timezone: Timezone.optional(),
})
export type UpdateMerchant = z.infer<typeof UpdateMerchant>

/** Tax numbers of any country: letters and digits, and the characters that separate their groups. */
const TaxId = optionalLineChange(MAX_TAX_ID)
  .refine((text) => !text || /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(text), {
    error: 'must hold only letters, digits, spaces and . / -',
  })
  .transform((text) => text?.toUpperCase() ?? text)

/** For the dashboard only. Separate from `Merchant`, because the API's responses must not get these fields. */
export const BusinessProfile = Merchant.extend({
  vatNumber: z.string().nullable(),
  taxCode: z.string().nullable(),
})
export type BusinessProfile = z.infer<typeof BusinessProfile>

export const ChangeBusiness = UpdateMerchant.extend({ vatNumber: TaxId, taxCode: TaxId })
export type ChangeBusiness = z.infer<typeof ChangeBusiness>

/** For the dashboard only. Separate from `Merchant`, because the API's responses must not get these fields. */
export const OfferedCurrencies = z.strictObject({
  chosen: Currency.array(),
  /** The default, chosen and reporting currencies, in the order in which a form lists them. */
  offered: Currency.array(),
})
export type OfferedCurrencies = z.infer<typeof OfferedCurrencies>

export const ChooseCurrencies = z.strictObject({
  currencies: Currency.array().max(currencies.length),
})
export type ChooseCurrencies = z.infer<typeof ChooseCurrencies>
/**
 * Maximum that staff refund without an owner, in one refund and in a day; null for no limit. `currency` is the currency
 * of the limits.
 */
export const RefundLimits = z.strictObject({
  currency: Currency,
  staffRefundLimit: Decimal.nullable(),
  staffRefundDayLimit: Decimal.nullable(),
})
export type RefundLimits = z.infer<typeof RefundLimits>

/** Absent fields stay as they are; null means no limit. */
export const ChangeRefundLimits = z.strictObject({
  staffRefundLimit: Amount.nullish(),
  staffRefundDayLimit: Amount.nullish(),
})
export type ChangeRefundLimits = z.infer<typeof ChangeRefundLimits>

const CustomerMailsChoice = z.strictObject({
  /** True when customers get mails that concern them, such as the receipt of a refund. */
  isOn: z.boolean(),
  language: z.enum(mailLanguages),
})

/** `server`: handling of mails by this server. Some servers print them in their log, and some have no mailer. */
export const CustomerMails = CustomerMailsChoice.extend({
  server: z.enum(['sends', 'prints', 'none']),
})
export type CustomerMails = z.infer<typeof CustomerMails>

/** Absent fields stay as they are. */
export const ChangeCustomerMails = CustomerMailsChoice.partial()
export type ChangeCustomerMails = z.infer<typeof ChangeCustomerMails>

/** Permission for assistants to read this mode's data with a key, and the URL at which they connect. */
export const AssistantAccess = z.strictObject({ isOn: z.boolean(), url: z.string() })
export type AssistantAccess = z.infer<typeof AssistantAccess>

export const ChangeAssistantAccess = AssistantAccess.pick({ isOn: true })
export type ChangeAssistantAccess = z.infer<typeof ChangeAssistantAccess>

/**
 * Outcome of a mail to one customer. `sent` and `printed` (in the server's log) are the successful ones. No mail is
 * sent with the other outcomes: `off` (the merchant disabled mails), `erased` (the customer was erased), `no_address`
 * (a sale at the counter), `none` (the server has no mailer) and `stranger` (in test mode, only members get mail).
 */
export const CustomerMailing = z.enum([
  'sent',
  'printed',
  'off',
  'stranger',
  'erased',
  'no_address',
  'none',
])
export type CustomerMailing = z.infer<typeof CustomerMailing>
