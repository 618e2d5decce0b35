import { z } from 'zod'

/** An action, actor or object id by which a caller filters the audit log. */
export const AuditName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters without spaces' })
