import { environmentStatus as english } from '../en/environment-status.ts'

/** In the mix of languages, a check without a message has this Italian text. */
export const environmentStatus = { ...english, missing: 'Status non disponibile' } as const
