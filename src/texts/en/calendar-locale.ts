/** The calendar's locale. Its library includes English, so nothing is imported here. */
export const calendarLocale: string = 'en'
