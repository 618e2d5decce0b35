import { z } from 'zod'
import { LookupKey } from '../../shared/id.ts'
import { Instant } from '../../shared/text.ts'
import { ApiVersion } from '../api-keys/api-keys.schema.ts'

export const Integration = z.strictObject({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  version: ApiVersion,
  webhookUrl: z.string().nullable(),
  disabledAt: Instant.nullable(),
  secretLast4: z.string().nullable(),
  lastSync: Instant.nullable(),
})
export type Integration = z.infer<typeof Integration>

const WebhookUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, username, password, hash } = new URL(text)
    return /^https?:$/.test(protocol) && !username && !password && !hash
  }, 'must be an https address without credentials or fragment')

export const UpdateIntegration = z.strictObject({
  id: LookupKey,
  version: ApiVersion.optional(),
  // An emptied field sends an empty text: no webhooks any more.
  webhookUrl: z
    .union([z.literal(''), WebhookUrl])
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null)),
})
export type UpdateIntegration = z.infer<typeof UpdateIntegration>
