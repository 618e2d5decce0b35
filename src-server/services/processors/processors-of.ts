import type { ConnectableProcessor, Processor, Processors } from '#server/core/ports/processor.ts'
import type { ProcessorParts, ProcessorPlugin } from './plugin.ts'
import { plugins } from './registry.ts'

/** The processors of a server. */
export function processorsOf(parts: ProcessorParts): Processors {
  const made = ({ name, label, make }: ProcessorPlugin): Processor => ({
    ...make(parts),
    name,
    label,
  })
  const [first, ...others] = plugins
  return processorsFrom([made(first), ...others.map(made)])
}

/**
 * Processors by their names. In a test book the first takes what goes to no account; rows name theirs, so what one of
 * them began is asked of it for ever.
 */
export function processorsFrom(all: readonly [Processor, ...Processor[]]): Processors {
  const byName = new Map(all.map((processor) => [processor.name, processor]))
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
      return mode === 'live' ? undefined : { processor: all[0], accountId: null }
    },
    connectable: all.filter((each): each is ConnectableProcessor => each.accounts !== undefined),
  }
}
