import type { Calendar } from '#db/tables.ts'
import type { Book } from '../shared/book.ts'
import { languageOfZone, type MailLanguage } from '../shared/language.ts'
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

export type Calendars = {
  /** The calendar in use, in the merchant's time zone. */
  counting: Calendar
  making: CalendarChange | null
}

/** The book of a merchant, and the id of its twin in the other book; null while there is none. */
export type MerchantBook = { mode: Book; twinId: string | null }

/** A merchant as use cases need it, with its calendars and its book. */
export type ActingMerchant = Merchant &
  MerchantBook & {
    calendars: Calendars
    processorAccounts: ProcessorAccounts
    staffRefunds: StaffRefunds
    customerMails: MailsToCustomers
    /** End of a pause of all payment links; null or in the past when they are not paused. */
    linksPausedUntil: string | null
  }

/**
 * Returns whether a business may put its own words into the subject of a mail to a stranger. A live book needs an
 * account at a processor, because the processor has checked the business's identity; bank transfers do not count. In a
 * test book only members receive mails.
 */
export const isVerifiedSender = ({ mode, processorAccounts }: ActingMerchant): boolean =>
  mode === 'test' ||
  Object.values(processorAccounts).some(({ processor }) => processor !== 'transfer')

/** Account that receives the payments of each method, where the merchant has connected one. */
export type ProcessorAccounts = Partial<Record<PaymentMethod, { id: string; processor: string }>>

/**
 * The most that staff may refund alone; null for no limit. `currency` is the currency in which the limits were set, or
 * the reporting currency when there are none.
 */
export type StaffRefunds = { limit: Minor | null; dayLimit: Minor | null; currency: Currency }

/** Mails to customers, such as receipts: whether they are sent, and their language. */
export type MailsToCustomers = { isOn: boolean; language: MailLanguage }

export type Membership = {
  merchant: ActingMerchant
  role: Role
  /** True when all of the merchant's data are invented. */
  isDemo: boolean
}

const DEFAULT_CALENDARS: Calendars = { counting: 0, making: null }

/** Returns a new merchant, in its test book and with default settings. */
export const newActingMerchant = (merchant: Merchant): ActingMerchant => ({
  ...merchant,
  mode: 'test',
  twinId: null,
  calendars: DEFAULT_CALENDARS,
  processorAccounts: {},
  staffRefunds: { limit: null, dayLimit: null, currency: merchant.currency },
  customerMails: { isOn: true, language: languageOfZone(merchant.timezone) },
  linksPausedUntil: null,
})
