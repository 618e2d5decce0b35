import { z } from 'zod'

/** What changed, for pages that show it: only where to look, never what stands there. */
export const LiveChange = z.strictObject({
  type: z.enum([
    'transaction',
    'refund',
    'payment_link',
    'customer',
    'merchant',
    'team',
    'integration',
    'webhook_event',
  ]),
  action: z.enum(['created', 'changed']),
  objectId: z.string(),
})
export type LiveChange = z.infer<typeof LiveChange>
