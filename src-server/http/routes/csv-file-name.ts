import { addDays, addMonths, type Day, monthOf } from '#server/shared/day.ts'
import type { Mode } from '#server/shared/mode.ts'

/** Returns the ending of a file's name: `-live` for live mode, with real money; '' for test mode. */
export const modeSuffix = (mode: Mode): string => (mode === 'live' ? '-live' : '')

/** Returns a file name with the day and the filter, so that exports in one folder can be distinguished. */
export const csvFileName = (name: string, day: string, filter: object): string =>
  joinParts([name, day, ...partsOf(filter)])

/** Inputs that only add columns. File names leave them out, since a name says which rows a file has. */
const columnSwitches: ReadonlySet<string> = new Set(['withReference', 'withPurchase'])

const partsOf = (filter: object): string[] =>
  Object.entries(filter)
    .filter(([key, value]) => value !== undefined && !columnSwitches.has(key))
    .map(([key, value]) => `${key}-${String(value).replace(/[^\w.-]+/g, '_')}`)

const joinParts = (parts: readonly string[]): string => parts.join('_').slice(0, 150).concat('.csv')

type Days = { from?: Day | undefined; to?: Day | undefined }
type Words = Record<'en' | 'it', string>

const statusNames: Record<string, Words> = {
  success: { en: 'successful', it: 'riusciti' },
  pending: { en: 'pending', it: 'in-attesa' },
  failed: { en: 'failed', it: 'non-riusciti' },
  cancelled: { en: 'declined', it: 'annullati' },
}

/**
 * Returns a file name for people: what the file holds and of which days, in the file's language, such as
 * `pagamenti-riusciti-2026-10.csv`. `today` is the day of the export.
 */
export function fileNameForPeople(
  noun: string,
  { from, to, status, ...filter }: Days & { status?: string | undefined },
  { language, today }: { language: 'en' | 'it'; today: Day },
): string {
  const statusName = statusNames[status ?? '']?.[language]
  const name = [noun, statusName, nameOfDays({ from, to }, { language, today })]
  return joinParts([
    name.filter((part) => part !== undefined).join('-'),
    ...partsOf(statusName === undefined ? { status, ...filter } : filter),
  ])
}

const until: Words = { en: 'until', it: 'fino-al' }

/** Returns `2025` for a year, `2026-10` for a month, `2026-07_2026-09` for months; otherwise the days. */
function nameOfDays(
  { from, to }: Days,
  { language, today }: { language: 'en' | 'it'; today: Day },
): string {
  if (from === undefined) return to === undefined ? today : `${until[language]}-${to}`
  const last = to ?? today
  const [firstMonth, lastMonth] = [monthOf(from), monthOf(last)]
  const hasWholeMonths =
    from === `${firstMonth}-01` && last === addDays(`${addMonths(lastMonth, 1)}-01`, -1)
  if (!hasWholeMonths) return from === last ? from : `${from}_${last}`
  if (firstMonth === lastMonth) return firstMonth
  const year = firstMonth.slice(0, 4)
  const isYear = firstMonth === `${year}-01` && lastMonth === `${year}-12`
  return isYear ? year : `${firstMonth}_${lastMonth}`
}
