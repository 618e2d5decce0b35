/** Lists are English in the mix of two languages. */
export { calendarLocale } from './en/calendar-locale.ts'
