import type { Calendar } from '#db/tables.ts'
import { languageOfZone, type MailLanguage } from '../shared/language.ts'
import type { Mode } from '../shared/mode.ts'
import type { Currency, Minor } from '../shared/money/money.ts'
import type { PaymentMethod } from '../shared/money/payment-method.ts'
import type { Merchant, Role } from './merchant.schema.ts'

/** A change of the time zone or the reporting currency that is in progress. */
export type CalendarChange = {
  /** Time zone of the calendar under construction; null when there is none. */
  timezone: string | null
  currency: string | null
  /** The last payment, customer and refund that the change has processed. */
  payments: { createdAt: string; id: string }
  customerId: string
  refundId: string
}

/** A merchant's calendars: the business days and their sums, in one time zone each. */
export type Calendars = {
  /** Number (0 or 1) of the calendar in use, which is in the merchant's time zone. */
  inUse: Calendar
  /** The change in progress; null when there is none. */
  building: CalendarChange | null
}

/**
 * A merchant has one row for test mode and one for live mode. `mode` is this row's mode; `twinId` is the other row's
 * id, or null while that row does not exist.
 */
export type MerchantMode = { mode: Mode; twinId: string | null }

/** A merchant as use cases need it: with its mode (test or live), its processor accounts and its settings. */
export type ActingMerchant = Merchant &
  MerchantMode & {
    calendars: Calendars
    processorAccounts: ProcessorAccounts
    staffRefunds: StaffRefunds
    customerMails: MailsToCustomers
    /** True when assistants may read this mode's data with a key. */
    isOpenToAssistants: boolean
    /** End of a pause of all payment links; null or in the past when they are not paused. */
    linksPausedUntil: string | null
  }

/**
 * Returns true when a business may put its own words into the subject of a mail to a person who is not a member. Live
 * mode needs an account at a processor, because the processor has checked the business's identity. A bank account does
 * not count. Test mode always may, because only members receive its mails.
 */
export const isVerifiedSender = ({ mode, processorAccounts }: ActingMerchant): boolean =>
  mode === 'test' ||
  Object.values(processorAccounts).some(({ processor }) => processor !== 'transfer')

/** Account that receives the payments of each method, where the merchant has connected one. */
export type ProcessorAccounts = Partial<Record<PaymentMethod, { id: string; processor: string }>>

/**
 * Largest amounts that staff may refund without the owner: per refund (`limit`) and per day (`dayLimit`), in
 * hundredths; null for no limit. `currency` is the currency of the limits, or the reporting currency when there are
 * none.
 */
export type StaffRefunds = { limit: Minor | null; dayLimit: Minor | null; currency: Currency }

/** Mails to customers, such as receipts: whether they are sent, and their language. */
export type MailsToCustomers = { isOn: boolean; language: MailLanguage }

/** The merchant that a caller acts for, and the caller's role there. */
export type Membership = {
  merchant: ActingMerchant
  role: Role
  /** True when all of the merchant's data are sample data. */
  isDemo: boolean
}

const DEFAULT_CALENDARS: Calendars = { inUse: 0, building: null }

/** Returns a new merchant in test mode, with default settings and no processor account. */
export const newActingMerchant = (merchant: Merchant): ActingMerchant => ({
  ...merchant,
  mode: 'test',
  twinId: null,
  calendars: DEFAULT_CALENDARS,
  processorAccounts: {},
  staffRefunds: { limit: null, dayLimit: null, currency: merchant.currency },
  customerMails: { isOn: true, language: languageOfZone(merchant.timezone) },
  isOpenToAssistants: true,
  linksPausedUntil: null,
})
