import { environmentStatus as english } from '../en/environment-status.ts'

/** Where a check says nothing, the specification has Italian words. */
export const environmentStatus = { ...english, missing: 'Status non disponibile' } as const
