import type { Processor, Processors } from '#server/core/processor.ts'

/**
 * The processors there are. In a test book the first takes what goes to no account; rows
 * name theirs, so what one of them began is asked of it for ever.
 */
export function processorRegistry([first, ...others]: readonly [
  Processor,
  ...Processor[],
]): Processors {
  const byName = new Map([first, ...others].map((processor) => [processor.name, processor]))
  const named = (name: string): Processor => {
    const processor = byName.get(name)
    if (!processor) throw new Error(`a payment names the processor ${name}, which is not there`)
    return processor
  }
  return {
    named,
    routeOf: ({ mode, processorAccounts }, method) => {
      const account = processorAccounts[method]
      if (account) return { processor: named(account.processor), accountId: account.id }
      return mode === 'live' ? undefined : { processor: first, accountId: null }
    },
  }
}
