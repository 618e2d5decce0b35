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

/** Returns the calendar month before that of a day. */
export function lastMonth(today: Day): DayRange {
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

const phrases: Readonly<Record<string, (today: Day) => DayRange>> = {
  today: singleDay,
  oggi: singleDay,
  yesterday: (today) => singleDay(addDays(today, -1)),
  ieri: (today) => singleDay(addDays(today, -1)),
  "l'altro ieri": (today) => singleDay(addDays(today, -2)),
  altroieri: (today) => singleDay(addDays(today, -2)),
  'altro ieri': (today) => singleDay(addDays(today, -2)),
  'this week': (today) => ({ from: addDays(today, -sinceMonday(today)), to: today }),
  'questa settimana': (today) => ({ from: addDays(today, -sinceMonday(today)), to: today }),
  'last week': lastWeek,
  'scorsa settimana': lastWeek,
  'settimana scorsa': lastWeek,
  'this month': (today) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
  'questo mese': (today) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
  'last month': lastMonth,
  'scorso mese': lastMonth,
  'mese scorso': lastMonth,
}

const normalizeWords = (words: readonly string[]): string =>
  words
    .join(' ')
    .toLowerCase()
    .replaceAll('’', "'")
    .normalize('NFD')
    .replaceAll(/\p{Mark}|,$/gu, '')
    .replace(/^(?:lo|la|il|on) /, '')

/** Returns true if the word is the name of a weekday in English or Italian. */
export const isWeekday = (word: string): boolean => weekdayNumbers.has(normalizeWords([word]))

/** The latest such weekday that is not in the future; with "last" or "scorso", before today. */
function readWeekday(text: string, today: Day): DayRange | undefined {
  const [, before, name = '', after] = /^(last |scors[oa] )?(\w+)( scors[oa])?$/.exec(text) ?? []
  const wanted = weekdayNumbers.get(name)
  if (wanted === undefined) return undefined
  const ago = (sinceMonday(today) - wanted + 7) % 7
  const isPast = before !== undefined || after !== undefined
  return singleDay(addDays(today, -(ago === 0 && isPast ? 7 : ago)))
}

/**
 * Returns the days that such words name: "yesterday", "martedì", "last Friday" or "scorsa settimana". Returns undefined
 * for other words.
 */
export const readRelativeDays = (words: readonly string[], today: Day): DayRange | undefined => {
  const text = normalizeWords(words)
  return Object.hasOwn(phrases, text) ? phrases[text]?.(today) : readWeekday(text, today)
}
