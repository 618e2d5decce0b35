import type { Book } from '#server/shared/book.ts'

/** Returns the ending of a file's name: `-live` for live mode, with real money; '' for test mode. */
export const bookSuffix = (mode: Book): string => (mode === 'live' ? '-live' : '')

/** Returns a file name with the day and the filter, so that exports in one folder can be distinguished. */
export function csvFileName(name: string, day: string, filter: object): string {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}-${String(value).replace(/[^\w.-]+/g, '_')}`)
  return [name, day, ...parts].join('_').slice(0, 150).concat('.csv')
}
