const DAY_MS = 86_400_000

export const hasPassed = (at: string): boolean => Date.parse(at) <= Date.now()

/** The instant that many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
