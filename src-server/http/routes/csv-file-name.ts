import type { Book } from '#server/shared/book.ts'

/** Real money is told from invented by the name alone; the test book's files keep the names that they had. */
export const inName = (mode: Book): string => (mode === 'live' ? '-live' : '')

/** Names the day and the filter, so that two exports in a folder tell what they hold. */
export function csvFileName(name: string, day: string, filter: object): string {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}-${String(value).replace(/[^\w.-]+/g, '_')}`)
  return [name, day, ...parts].join('_').slice(0, 150).concat('.csv')
}
