import type { ConnectableProcessor, Processor, Processors } from '#server/core/ports/processor.ts'
import type { ProcessorDependencies, ProcessorPlugin } from './plugin.ts'
import { plugins } from './registry.ts'

/** Creates the processors of a server. */
export function createProcessors(parts: ProcessorDependencies): Processors {
  const createProcessor = ({ name, label, make }: ProcessorPlugin): Processor => ({
    ...make(parts),
    name,
    label,
  })
  const [first, ...others] = plugins
  return indexProcessors([createProcessor(first), ...others.map(createProcessor)])
}

/**
 * Returns processors by name. In test mode, the first one takes the payments that belong to no processor account. Rows
 * name their processor, so every later call about a payment goes to the processor that began it.
 */
export function indexProcessors(all: readonly [Processor, ...Processor[]]): Processors {
  const processorsByName = new Map(all.map((processor) => [processor.name, processor]))
  const findProcessor = (name: string): Processor => {
    const processor = processorsByName.get(name)
    if (!processor) throw new Error(`a payment names the processor ${name}, which is not there`)
    return processor
  }
  return {
    named: findProcessor,
    routeOf: ({ mode, processorAccounts }, method) => {
      const account = processorAccounts[method]
      if (account) return { processor: findProcessor(account.processor), accountId: account.id }
      return mode === 'live' ? undefined : { processor: all[0], accountId: null }
    },
    connectable: all.filter((each): each is ConnectableProcessor => each.accounts !== undefined),
  }
}
