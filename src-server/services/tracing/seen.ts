import type { Processor, Processors } from '#server/core/ports/processor.ts'
import type { Sender } from '#server/core/ports/sender.ts'
import { inSpan } from '#server/core/tracing.ts'

/** Returns a sender that records a span for each attempt. */
export const seenSender = (sender: Sender): Sender => ({
  ...sender,
  send: (delivery) => {
    const fields = {
      'server.address': new URL(delivery.url).hostname,
      'incasso.event_id': delivery.headers['webhook-id'] ?? '',
    }
    return inSpan(
      'send webhook',
      fields,
      async (span) => {
        const receipt = await sender.send(delivery)
        const { statusCode, error } = receipt
        if (statusCode !== null) span?.note({ 'http.response.status_code': statusCode })
        if (error !== null) span?.note({ 'error.type': error })
        return receipt
      },
      { kind: 'client' },
    )
  },
})

/** Calls of a processor that may go over the network. */
const CALLS = [
  'begin',
  'pay',
  'ask',
  'addressOf',
  'proofOf',
  'clientSecretOf',
  'capture',
  'cancel',
  'refund',
  'askRefund',
  'facts',
  'ownIdOf',
] as const satisfies readonly (keyof Processor)[]

type Call = (...input: unknown[]) => Promise<unknown>

function seenProcessor(processor: Processor): Processor {
  const seen = CALLS.flatMap((name) => {
    const call = processor[name] as Call | undefined
    if (!call) return []
    const fields = { 'incasso.processor': processor.name }
    const seenCall: Call = (...input) =>
      inSpan(`${processor.name} ${name}`, fields, () => call(...input), { kind: 'client' })
    return [[name, seenCall]]
  })
  return { ...processor, ...Object.fromEntries(seen) }
}

/** Returns processors that record a span for each call. */
export function seenProcessors(processors: Processors): Processors {
  const known = new WeakMap<Processor, Processor>()
  const seen = (processor: Processor): Processor => {
    const found = known.get(processor) ?? seenProcessor(processor)
    known.set(processor, found)
    return found
  }
  return {
    ...processors,
    named: (name) => seen(processors.named(name)),
    routeOf: (merchant, method) => {
      const route = processors.routeOf(merchant, method)
      return route && { ...route, processor: seen(route.processor) }
    },
  }
}
