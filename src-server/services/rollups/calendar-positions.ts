import type { Calendar } from '#db/tables.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { CalendarPosition } from '#server/core/ports/payment-consequence.ts'
import { localMoment } from '#server/shared/day.ts'

/**
 * Returns the other calendar of a merchant's two calendars. Sums in a new time zone are built in it while the first
 * stays in use.
 */
export const otherCalendar = (calendar: Calendar): Calendar => (calendar === 0 ? 1 : 0)

/** Returns the merchant's id and its calendar in use, as queries of sums need them. */
export const merchantCalendarOf = ({ id, calendars }: ActingMerchant) => ({
  merchantId: id,
  calendar: calendars.inUse,
})

const positionIn = (calendar: Calendar, timezone: string, createdAt: string): CalendarPosition => {
  const { day, weekday, slot } = localMoment(Date.parse(createdAt), timezone)
  return { calendar, day, weekday, slot }
}

type MerchantZone = Pick<ActingMerchant, 'timezone' | 'calendars'>

function positionsIn(
  { timezone, calendars }: MerchantZone,
  createdAt: string,
  isReached: boolean,
): CalendarPosition[] {
  const { inUse, building } = calendars
  const position = positionIn(inUse, timezone, createdAt)
  if (!isReached || !building || building.timezone === null) return [position]
  return [position, positionIn(otherCalendar(inUse), building.timezone, createdAt)]
}

/**
 * Returns the day, weekday and six-hour slot in which a payment counts, for each calendar that contains the payment. A
 * change of the time zone builds a second calendar, which contains the payments that the change has processed. Payments
 * that it has not reached yet are added by the change itself.
 */
export function positionsOfPayment(
  merchant: MerchantZone,
  { createdAt, id }: { createdAt: string; id: string },
): CalendarPosition[] {
  const upTo = merchant.calendars.building?.payments
  const isReached =
    upTo !== undefined &&
    (createdAt < upTo.createdAt || (createdAt === upTo.createdAt && id <= upTo.id))
  return positionsIn(merchant, createdAt, isReached)
}

/**
 * Returns the day, weekday and six-hour slot in which a refund counts, by the refund's own time, for each calendar that
 * contains the refund.
 */
export function positionsOfRefund(
  merchant: MerchantZone,
  { createdAt, id }: { createdAt: string; id: string },
): CalendarPosition[] {
  const upTo = merchant.calendars.building?.refundId
  return positionsIn(merchant, createdAt, upTo !== undefined && id <= upTo)
}

/**
 * Returns the day, weekday and six-hour slot in which a customer was created, for each calendar that contains the
 * customer.
 */
export function positionsOfCustomer(
  merchant: MerchantZone,
  { createdAt, id }: { createdAt: string; id: string },
): CalendarPosition[] {
  const upTo = merchant.calendars.building?.customerId
  return positionsIn(merchant, createdAt, upTo !== undefined && id <= upTo)
}

/**
 * Returns the columns of a payment's row that contain its day, weekday and slot. `dayB`, `weekdayB` and `slotB` are
 * left out when the payment is not in calendar 1.
 */
export function positionColumns(positions: readonly CalendarPosition[]) {
  const inA = positions.find(({ calendar }) => calendar === 0) ?? positions[0]
  const inB = positions.find(({ calendar }) => calendar === 1)
  if (!inA) throw new Error('a payment has a position')
  const { day, weekday, slot } = inA
  return {
    day,
    weekday,
    slot,
    ...(inB && { dayB: inB.day, weekdayB: inB.weekday, slotB: inB.slot }),
  }
}

/** Returns the names of the columns that contain a payment's day, weekday and slot in a calendar. */
export const positionColumnsOf = (calendar: Calendar) =>
  calendar === 0
    ? ({ day: 'day', weekday: 'weekday', slot: 'slot' } as const)
    : ({ day: 'dayB', weekday: 'weekdayB', slot: 'slotB' } as const)
