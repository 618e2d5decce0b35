import { type Day, FilterDay } from '../day.ts'
import { type DayRange, isParticle, isWeekday, readRelativeDays } from './relative-days.ts'

/**
 * A day or a range of days in a search, the words that name it, and the remaining words. Texts may contain the same
 * words. `phrase` is undefined for a word such as "ieri", which is part of names such as Olivieri.
 */
export type SearchDays = DayRange & { phrase: string | undefined; rest: string }

/** Names of months in English and Italian, in full and as common abbreviations. */
const months: readonly (readonly string[])[] = [
  ['jan', 'january', 'gen', 'genn', 'gennaio'],
  ['feb', 'february', 'febb', 'febbraio'],
  ['mar', 'march', 'marzo'],
  ['apr', 'april', 'aprile'],
  ['may', 'mag', 'magg', 'maggio'],
  ['jun', 'june', 'giu', 'giugno'],
  ['jul', 'july', 'lug', 'luglio'],
  ['aug', 'august', 'ago', 'agosto'],
  ['sep', 'sept', 'september', 'set', 'sett', 'settembre'],
  ['oct', 'october', 'ott', 'ottobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'december', 'dic', 'dicembre'],
]

const monthNumbers = new Map(
  months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

type Parts = { year?: number; month: number; date: number }

type Words = readonly string[]

const monthIn = (word = ''): number | undefined =>
  monthNumbers.get(word.toLowerCase().replace(/[.,]$/, ''))

/** Reads "21", "21st" and "1º", with or without a comma after them. */
function dateIn(word = ''): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|[º°])?,?$/i.exec(word) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const yearIn = (word = ''): number | undefined =>
  /^\d{4},?$/.test(word) ? Number.parseInt(word, 10) : undefined

function readIso([word = '']: Words): Parts | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2}),?$/.exec(word) ?? []
  return year === undefined
    ? undefined
    : { year: Number(year), month: Number(month), date: Number(date) }
}

/** Reads "21/11/2026" in the Italian order: always the day before the month. */
function readSlashed([word = '']: Words): Parts | undefined {
  const [, date, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4}),?$/.exec(word) ?? []
  if (year !== undefined) return { year: Number(year), month: Number(month), date: Number(date) }
  const [, day, ofMonth] = /^(\d{1,2})\/(\d{1,2}),?$/.exec(word) ?? []
  return day === undefined ? undefined : { month: Number(ofMonth), date: Number(day) }
}

/** Reads "21 nov", "Nov 21" and both with a year after them. */
function readNamed([first, second, third]: Words): Parts | undefined {
  const month = monthIn(second) ?? monthIn(first)
  const date = monthIn(second) === undefined ? dateIn(second) : dateIn(first)
  const year = yearIn(third)
  if (month === undefined || date === undefined) return undefined
  return year === undefined ? { month, date } : { year, month, date }
}

/** Number of words and reader of each spelling; longer spellings first. */
const spellings: readonly [number, (words: Words) => Parts | undefined][] = [
  [3, (words) => (yearIn(words[2]) === undefined ? undefined : readNamed(words))],
  [2, readNamed],
  [1, readIso],
  [1, readSlashed],
]

const dayOf = (year: number, { month, date }: Parts): Day =>
  [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(date).padStart(2, '0'),
  ].join('-')

/** February 29 recurs after eight years at the latest. */
const YEARS_BACK = 8

/** Returns the day if it exists. Without a year, it is the latest such day that is not in the future. */
function findExistingDay(parts: Parts, today: Day): Day | undefined {
  const { year } = parts
  const thisYear = Number(today.slice(0, 4))
  const years =
    year === undefined ? Array.from({ length: YEARS_BACK + 1 }, (_, ago) => thisYear - ago) : [year]
  return years
    .map((each) => dayOf(each, parts))
    .find((day) => FilterDay.safeParse(day).success && (year !== undefined || day <= today))
}

/** Words of the longest spelling. */
const MAX_WORDS = 3

function calendarDay(words: Words, today: Day): { dayWords: Words; range: DayRange } | undefined {
  const [spelling] = spellings.flatMap(([count, read]) => {
    const dayWords = words.slice(0, count)
    const parts = dayWords.length === count ? read(dayWords) : undefined
    return parts ? [{ parts, dayWords }] : []
  })
  // Only the longest spelling counts: "29 feb 2026" must not match February 29 of another year.
  const day = spelling && findExistingDay(spelling.parts, today)
  return spelling && day !== undefined
    ? { dayWords: spelling.dayWords, range: { from: day, to: day } }
    : undefined
}

function relativeDays(words: Words, today: Day): { dayWords: Words; range: DayRange } | undefined {
  for (const count of [3, 2, 1]) {
    const dayWords = words.slice(0, count)
    const range = dayWords.length === count ? readRelativeDays(dayWords, today) : undefined
    if (range) return { dayWords, range }
  }
  return undefined
}

/**
 * Returns the words before a day, without the words that belong to the day: "on" in "on Monday", "lunedì" in "lunedì
 * 23/11".
 */
function wordsBefore(words: Words, at: number, isDate: boolean): Words {
  let end = isDate && isWeekday(words[at - 1] ?? '') ? at - 1 : at
  while (isParticle(words[end - 1] ?? '')) end -= 1
  return words.slice(0, end)
}

/**
 * Returns the first days in a search: "21 nov", "Nov 21, 2026", "2026-11-21", "21/11/2026", "ieri", "last Friday" or
 * "scorsa settimana", in English or Italian. Returns undefined when there are none. `today` is the current business
 * day.
 */
export function readSearchDays(search: string, today: Day): SearchDays | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  // A date counts before a weekday: "domenica 21 novembre" means the date.
  for (const read of [calendarDay, relativeDays]) {
    for (const at of words.keys()) {
      const match = read(words.slice(at, at + MAX_WORDS), today)
      if (!match) continue
      const { dayWords, range } = match
      const isDate = read === calendarDay
      const rest = [...wordsBefore(words, at, isDate), ...words.slice(at + dayWords.length)]
      const mayBeText = isDate || dayWords.length > 1 || isWeekday(dayWords[0] ?? '')
      const phrase = mayBeText ? dayWords.join(' ').replace(/,$/, '') : undefined
      return { ...range, phrase, rest: rest.join(' ') }
    }
  }
  return undefined
}
