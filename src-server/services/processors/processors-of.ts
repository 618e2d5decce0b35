import type { ConnectableProcessor, Processor, Processors } from '#server/core/ports/processor.ts'
import type { ProcessorParts, ProcessorPlugin } from './plugin.ts'
import { plugins } from './registry.ts'

/** Creates the processors of a server. */
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
 * Returns processors by name. In test mode, payments without an account go to the first one. Rows name their processor,
 * so every later call about a payment goes to the processor that began it.
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
