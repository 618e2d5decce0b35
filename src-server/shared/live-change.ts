import { z } from 'zod'

/** A change that is published to open pages: the kind and the id of the changed object, never its data. */
export const LiveChange = z.strictObject({
  type: z.enum([
    'transaction',
    'refund',
    'balance',
    'payout',
    'month',
    'dispute',
    'payment_link',
    'customer',
    'merchant',
    'team',
    'integration',
    'webhook_endpoint',
    'webhook_event',
    'notice',
  ]),
  action: z.enum(['created', 'changed']),
  objectId: z.string(),
})
export type LiveChange = z.infer<typeof LiveChange>
