import { labelOfProcessor } from '#client/processors/identities.ts'
import { money } from '#client/texts/en/money.ts'

/** The processor that merchants cannot connect pays out test money only. */
export const processorName = (name: string): string =>
  labelOfProcessor(name) ?? money.balance.sandbox
