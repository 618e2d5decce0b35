import { environmentStatus as english } from '../en/environment-status.ts'

/** The specification's Italian text for a check without a message. */
export const environmentStatus = { ...english, missing: 'Status non disponibile' } as const
