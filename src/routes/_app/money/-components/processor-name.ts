import { labelOfProcessor } from '#client/processors/identities.ts'
import { money } from '#client/texts/en/money.ts'

/**
 * Returns a processor's name to show. A name that belongs to no connectable processor is the sandbox's, which pays out
 * test money only.
 */
export const processorName = (name: string): string =>
  labelOfProcessor(name) ?? money.balance.sandbox
