import { labelOfProcessor } from '#client/processors/identities.ts'
import { money } from '#client/texts/en/money.ts'

/**
 * Returns a processor's name. A name that no connectable processor has is the sandbox, which pays out test money only.
 */
export const processorName = (name: string): string =>
  labelOfProcessor(name) ?? money.balance.sandbox
