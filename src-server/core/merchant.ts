import type { Calendar } from '#db/tables.ts'
import type { Book } from '../shared/book.ts'
import { languageOfZone, type MailLanguage } from '../shared/language.ts'
import type { Currency, Minor } from '../shared/money/money.ts'
import type { PaymentMethod } from '../shared/money/payment-method.ts'
import type { Merchant, Role } from './merchant.schema.ts'

/** A change of the zone or the reporting currency that is under way. */
export type CalendarChange = {
  /** The zone of the calendar that is being made; null while none is. */
  timezone: string | null
  currency: string | null
  /** The last payment and the last customer that the change has reached. */
  payments: { createdAt: string; id: string }
  customerId: string
  refundId: string
}

export type Calendars = {
  /** The one that counts, in the merchant's zone. */
  counting: Calendar
  making: CalendarChange | null
}

/** Which of its business's two books a merchant is, and the other, once there is one. */
export type BookPlace = { mode: Book; twinId: string | null }

/** The merchant as the rules see it: they must know in which calendar it is counted, and which book it is. */
export type ActingMerchant = Merchant &
  BookPlace & {
    calendars: Calendars
    processorAccounts: ProcessorAccounts
    staffRefunds: StaffRefunds
    customerMails: MailsToCustomers
    /** Until when all payment links are paused; null, or past, where they are not. */
    linksPausedUntil: string | null
  }

/**
 * Tells whether a business may put words of its own into the subject of a mail to a stranger: only once its live book has
 * an account at a processor, which has looked at who it is. In a test book members alone get mails.
 */
export const isKnownSender = ({ mode, processorAccounts }: ActingMerchant): boolean =>
  mode === 'test' ||
  Object.values(processorAccounts).some(({ processor }) => processor !== 'transfer')

/** The account that takes the payments of a method, where the merchant has connected one. */
export type ProcessorAccounts = Partial<Record<PaymentMethod, { id: string; processor: string }>>

/**
 * The most that staff refund by themselves; null for no limit. The currency is the one in which the limits were set, or the
 * reporting currency where there are none.
 */
export type StaffRefunds = { limit: Minor | null; dayLimit: Minor | null; currency: Currency }

/** Whether customers get mails of what is theirs, such as receipts, and in which language. */
export type MailsToCustomers = { isOn: boolean; language: MailLanguage }

export type Membership = {
  merchant: ActingMerchant
  role: Role
  /** Whether all that the merchant has is invented. */
  isDemo: boolean
}

const FIRST_CALENDARS: Calendars = { counting: 0, making: null }

/** A merchant that has just been made. */
export const newlyActing = (merchant: Merchant): ActingMerchant => ({
  ...merchant,
  mode: 'test',
  twinId: null,
  calendars: FIRST_CALENDARS,
  processorAccounts: {},
  staffRefunds: { limit: null, dayLimit: null, currency: merchant.currency },
  customerMails: { isOn: true, language: languageOfZone(merchant.timezone) },
  linksPausedUntil: null,
})
