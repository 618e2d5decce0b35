/** Of the calendar, whose library brings English along. */
export const calendarLocale: string = 'en'
