import 'dayjs/locale/it'

export const calendarLocale = 'it'
