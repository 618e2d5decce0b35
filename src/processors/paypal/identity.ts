import type { ProcessorIdentity } from '../identities.ts'

export const identity: ProcessorIdentity = { label: 'PayPal', method: 'paypal' }
