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

/** Keys of a new account. Each processor defines its own; `processor` names it. */
export type NewAccount = {
  processor: string
  secretKey: string
  publishableKey?: string | undefined
  webhookSecret?: string | undefined
  makeWebhook?: boolean | undefined
}

/** Accounts of a processor, as the public schemas describe them. */
export type AccountForm = {
  /** An object whose `processor` is the literal name. */
  schema: z.ZodType<NewAccount, NewAccount>
  /** Keys that can be changed later. */
  keyShapes: Record<string, z.ZodType<string, string>>
  /** Names of the permissions that its keys may have. */
  permissions: readonly string[]
}

/** A registered processor; `registry.ts` lists them all. */
export type ProcessorPlugin = {
  name: string
  /** Display name of the processor. */
  label: string
  /** Missing when merchants connect no account of their own. */
  accountForm?: AccountForm
  /** True when the processor's script can continue a payment in the merchant's own page. */
  hasScript?: boolean
  make: (parts: ProcessorDependencies) => UnnamedProcessor
}
