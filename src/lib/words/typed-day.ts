import type { Day } from '#server/shared/day.ts'
import { readSearchDays } from '#server/shared/text/search-day.ts'

/** Returns the single day that a person typed, such as "21 Nov"; undefined for other text. */
export function typedDay(text: string, today: Day): Day | undefined {
  const parsed = readSearchDays(text, today)
  return parsed?.rest.trim() === '' && parsed.from === parsed.to ? parsed.from : undefined
}
