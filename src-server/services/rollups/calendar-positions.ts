import type { Calendar } from '#db/tables.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { CalendarPosition } from '#server/core/ports/payment-consequence.ts'
import { localMoment } from '#server/shared/day.ts'

export const otherCalendar = (calendar: Calendar): Calendar => (calendar === 0 ? 1 : 0)

/** Returns the merchant and the calendar whose sums are read. */
export const merchantCalendarOf = ({ id, calendars }: ActingMerchant) => ({
  merchantId: id,
  calendar: calendars.counting,
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
  const { counting, making } = calendars
  const position = positionIn(counting, timezone, createdAt)
  if (!isReached || !making || making.timezone === null) return [position]
  return [position, positionIn(otherCalendar(counting), making.timezone, createdAt)]
}

/**
 * Returns the places in which a payment counts: in the calendar in use, and in a new one as far as its change has come.
 * The change itself adds the payments that it has not reached yet.
 */
export function positionsOfPayment(
  merchant: MerchantZone,
  { createdAt, id }: { createdAt: string; id: string },
): CalendarPosition[] {
  const upTo = merchant.calendars.making?.payments
  const isReached =
    upTo !== undefined &&
    (createdAt < upTo.createdAt || (createdAt === upTo.createdAt && id <= upTo.id))
  return positionsIn(merchant, createdAt, isReached)
}

/** Returns the places in which a refund counts, by the refund's own time. */
export function positionsOfRefund(
  merchant: MerchantZone,
  { createdAt, id }: { createdAt: string; id: string },
): CalendarPosition[] {
  const upTo = merchant.calendars.making?.refundId
  return positionsIn(merchant, createdAt, upTo !== undefined && id <= upTo)
}

export function positionsOfCustomer(
  merchant: MerchantZone,
  { createdAt, id }: { createdAt: string; id: string },
): CalendarPosition[] {
  const upTo = merchant.calendars.making?.customerId
  return positionsIn(merchant, createdAt, upTo !== undefined && id <= upTo)
}

/** Returns the place columns of a payment's row, without those of a calendar in which it has no place. */
export function positionColumns(positions: readonly CalendarPosition[]) {
  const inA = positions.find(({ calendar }) => calendar === 0) ?? positions[0]
  const inB = positions.find(({ calendar }) => calendar === 1)
  if (!inA) throw new Error('a payment has a place')
  const { day, weekday, slot } = inA
  return {
    day,
    weekday,
    slot,
    ...(inB && { dayB: inB.day, weekdayB: inB.weekday, slotB: inB.slot }),
  }
}

/** Returns the names of a calendar's place columns in the rows of payments. */
export const positionColumnsOf = (calendar: Calendar) =>
  calendar === 0
    ? ({ day: 'day', weekday: 'weekday', slot: 'slot' } as const)
    : ({ day: 'dayB', weekday: 'weekdayB', slot: 'slotB' } as const)
