import type { Calendar } from '#db/tables.ts'
import type { Book } from '../shared/book.ts'
import type { Merchant, Role } from './merchant.schema.ts'

/** A change of the zone or the reporting currency that is under way. */
export type CalendarChange = {
  /** The zone of the calendar that is being made; null while none is. */
  timezone: string | null
  currency: string | null
  /** The last payment and the last customer that the change has reached. */
  payments: { createdAt: string; id: string }
  customerId: string
}

export type Calendars = {
  /** The one that counts, in the merchant's zone. */
  counting: Calendar
  making: CalendarChange | null
}

/** Which of its business's two books a merchant is, and the other, once there is one. */
export type BookPlace = { mode: Book; twinId: string | null }

/** The merchant as the rules see it: they must know in which calendar it is counted, and which book it is. */
export type ActingMerchant = Merchant & BookPlace & { calendars: Calendars }

export type Membership = {
  merchant: ActingMerchant
  role: Role
  /** Whether all that the merchant has is invented. */
  isDemo: boolean
}
