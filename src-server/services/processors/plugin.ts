import type { z } from 'zod'
import type { Db } from '#db/tables.ts'
import type { Config } from '#server/config/config.ts'
import type { UnnamedProcessor } from '#server/core/ports/processor.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'

export type ProcessorDependencies = {
  config: Config
  db: Db
  box: SecretBox
  /** Milliseconds that a call waits for a response, set by tests about a response that never comes. */
  responseTimeoutMs?: number | undefined
}

/** Input that connects a merchant's account: its API keys at the processor that `processor` names. */
export type NewAccountInput = {
  processor: string
  secretKey: string
  publishableKey?: string | undefined
  webhookSecret?: string | undefined
  makeWebhook?: boolean | undefined
}

/** Schemas with which a merchant connects an account at a processor, for the API and its description. */
export type AccountForm = {
  /** Schema of an object whose `processor` is the processor's name as a literal. */
  schema: z.ZodType<NewAccountInput, NewAccountInput>
  /** Schemas of the account's keys and secrets that can be changed later, by field. */
  keyShapes: Record<string, z.ZodType<string, string>>
  /** Names of the permissions that an account's API key may have. */
  permissions: readonly string[]
}

/** A registered processor; `registry.ts` lists them all. */
export type ProcessorPlugin = {
  name: string
  /** Display name of the processor. */
  label: string
  /** Missing when merchants connect no account of their own. */
  accountForm?: AccountForm
  /** True when authorized money may be captured in several parts, also at the processor's own site. */
  capturesInParts?: boolean
  /** True when the processor's script can continue a payment in the merchant's own page. */
  hasScript?: boolean
  make: (parts: ProcessorDependencies) => UnnamedProcessor
}
