import { addDays, type Day, weekdayOf } from '../day.ts'

/** A range of days; both ends are included. */
export type DayRange = { from: Day; to: Day }

/** Names of weekdays in English and Italian, Monday first. */
const weekdays: readonly (readonly string[])[] = [
  ['monday', 'lunedi'],
  ['tuesday', 'martedi'],
  ['wednesday', 'mercoledi'],
  ['thursday', 'giovedi'],
  ['friday', 'venerdi'],
  ['saturday', 'sabato'],
  ['sunday', 'domenica'],
]

const weekdayNumbers = new Map(
  weekdays.flatMap((names, index) => names.map((name) => [name, index] as const)),
)

const singleDay = (day: Day): DayRange => ({ from: day, to: day })

/** Days since Monday: 0 to 6. */
const sinceMonday = (day: Day): number => (weekdayOf(day) + 6) % 7

function lastWeek(today: Day): DayRange {
  const monday = addDays(today, -sinceMonday(today) - 7)
  return { from: monday, to: addDays(monday, 6) }
}

/** Returns the calendar month before the month of a day. */
export function lastMonth(today: Day): DayRange {
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** Returns the first day of a day's quarter. */
export function firstOfQuarter(day: Day): Day {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
}

/** Returns the quarter before the quarter of a day. */
export function lastQuarter(today: Day): DayRange {
  const to = addDays(firstOfQuarter(today), -1)
  return { from: firstOfQuarter(to), to }
}

/** Returns the year before the year of a day. */
export function lastYear(today: Day): DayRange {
  const year = String(Number(today.slice(0, 4)) - 1).padStart(4, '0')
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

type DaysAsOf = (today: Day) => DayRange

const yesterday: DaysAsOf = (today) => singleDay(addDays(today, -1))
const dayBeforeYesterday: DaysAsOf = (today) => singleDay(addDays(today, -2))
const thisWeek: DaysAsOf = (today) => ({ from: addDays(today, -sinceMonday(today)), to: today })
const thisMonth: DaysAsOf = (today) => ({ from: `${today.slice(0, 7)}-01`, to: today })
const thisQuarter: DaysAsOf = (today) => ({ from: firstOfQuarter(today), to: today })
const thisYear: DaysAsOf = (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today })

const phrases: Readonly<Record<string, DaysAsOf>> = {
  today: singleDay,
  oggi: singleDay,
  yesterday,
  ieri: yesterday,
  altroieri: dayBeforeYesterday,
  'altro ieri': dayBeforeYesterday,
  'this week': thisWeek,
  'questa settimana': thisWeek,
  'last week': lastWeek,
  'scorsa settimana': lastWeek,
  'settimana scorsa': lastWeek,
  'this month': thisMonth,
  'questo mese': thisMonth,
  'last month': lastMonth,
  'scorso mese': lastMonth,
  'mese scorso': lastMonth,
  'this quarter': thisQuarter,
  'questo trimestre': thisQuarter,
  'last quarter': lastQuarter,
  'scorso trimestre': lastQuarter,
  'trimestre scorso': lastQuarter,
  'this year': thisYear,
  "quest'anno": thisYear,
  'last year': lastYear,
  'scorso anno': lastYear,
  'anno scorso': lastYear,
}

/** Articles and prepositions before a day, as in "della settimana scorsa" or "on Monday". */
const particles = new Set(
  `il lo la di del dello della da dal dallo dalla nel nello nella in on of from the for`.split(' '),
)

/** Returns true for a word such as "del" or "on", which belongs to the day that follows it. */
export const isParticle = (word: string): boolean => particles.has(word.toLowerCase())

const normalizeWords = (words: readonly string[]): string =>
  words
    .join(' ')
    .toLowerCase()
    .replaceAll('’', "'")
    .normalize('NFD')
    .replaceAll(/\p{Mark}|,$/gu, '')
    .replace(/^(?:l|dell|dall|nell)'/, '')

/** Returns true if the word is the name of a weekday in English or Italian. */
export const isWeekday = (word: string): boolean => weekdayNumbers.has(normalizeWords([word]))

/** Returns the latest day with the named weekday that is not in the future; with "last" or "scorso", before today. */
function readWeekday(text: string, today: Day): DayRange | undefined {
  const [, before, name = '', after] = /^(last |scors[oa] )?(\w+)( scors[oa])?$/.exec(text) ?? []
  const wanted = weekdayNumbers.get(name)
  if (wanted === undefined) return undefined
  const ago = (sinceMonday(today) - wanted + 7) % 7
  const isPast = before !== undefined || after !== undefined
  return singleDay(addDays(today, -(ago === 0 && isPast ? 7 : ago)))
}

/** Reads "last 7 days": today and the six days before it. */
function readLastDays(text: string, today: Day): DayRange | undefined {
  const [, digits] = /^(?:last|past|ultimi|scorsi) (\d{1,3}) (?:days|giorni)$/.exec(text) ?? []
  const count = Number(digits ?? 0)
  return count > 0 ? { from: addDays(today, 1 - count), to: today } : undefined
}

/**
 * Returns the days that such words name: "yesterday", "martedì", "last Friday" or "scorsa settimana". Returns undefined
 * for other words.
 */
export const readRelativeDays = (words: readonly string[], today: Day): DayRange | undefined => {
  const text = normalizeWords(words)
  return Object.hasOwn(phrases, text)
    ? phrases[text]?.(today)
    : (readWeekday(text, today) ?? readLastDays(text, today))
}
