import { z } from 'zod'
import { ApiVersion } from '#server/shared/api-version.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Instant, line } from '#server/shared/text/text.ts'

/**
 * `refund`, `disputes` and `webhooks` are separate scopes; keys made before they existed do not have them. `shop` is
 * for the program of one shop: a key with this scope reads and changes only what keys of the same shop made.
 */
export const Scope = z.enum(['read', 'write', 'refund', 'disputes', 'webhooks', 'shop'])
export type Scope = z.infer<typeof Scope>

export const ApiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(Scope),
  version: ApiVersion,
  replaces: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({
  secret: z.string().meta({ description: 'Shown in this response only', example: 'sk_test_…' }),
})
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const NewApiKey = z.strictObject({
  name: line(100),
  scopes: z
    .array(Scope)
    .min(1, 'must name at least one scope')
    .max(Scope.options.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat a scope')
    .refine((scopes) => !scopes.includes('shop') || scopes.length === 1, {
      error: 'must name shop alone',
    })
    .default(['read', 'write']),
  expiresAt: z.iso.datetime({ error: 'must be an instant such as 2026-12-31T00:00:00Z' }).nullish(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyRef = z.strictObject({ id: LookupKey })

export const RotateApiKey = ApiKeyRef.extend({ overlapDays: z.int().min(0).max(7).default(1) })
export type RotateApiKey = z.infer<typeof RotateApiKey>
