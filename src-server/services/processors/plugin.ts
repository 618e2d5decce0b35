import type { z } from 'zod'
import type { Db } from '#db/tables.ts'
import type { Config } from '#server/config/config.ts'
import type { UnnamedProcessor } from '#server/core/ports/processor.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'

export type ProcessorParts = {
  config: Config
  db: Db
  box: SecretBox
  /** Milliseconds that a call waits for an answer, where a test is about one that never comes. */
  answerWithinMs?: number | undefined
}

/** Keys of a new account. Which of them there are is its processor's own; it names itself. */
export type NewAccount = {
  processor: string
  secretKey: string
  publishableKey?: string | undefined
  webhookSecret?: string | undefined
  makeWebhook?: boolean | undefined
}

/** The accounts of a processor, as the public schemas describe them. */
export type AccountForm = {
  /** An object whose `processor` is the literal name. */
  schema: z.ZodType<NewAccount, NewAccount>
  /** Keys that can be changed later. */
  keyShapes: Record<string, z.ZodType<string, string>>
  /** Names of what its keys may be allowed. */
  permissions: readonly string[]
}

/** A processor as it is registered: `registry.ts` lists them all. */
export type ProcessorPlugin = {
  name: string
  /** Its name as people write it. */
  label: string
  /** Missing where nobody connects an account of their own. */
  accountForm?: AccountForm
  /** True where a payment can go on in a page of the merchant's own, by the processor's script. */
  hasScript?: boolean
  make: (parts: ProcessorParts) => UnnamedProcessor
}
