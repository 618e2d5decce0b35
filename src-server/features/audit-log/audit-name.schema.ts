import { z } from 'zod'

export const AuditName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters without spaces' })
