import type { Processor, Processors } from '#server/core/ports/processor.ts'
import type { Sender } from '#server/core/ports/sender.ts'
import { inSpan } from '#server/core/tracing.ts'

/** Returns a sender that records a span for each attempt. */
export const traceSender = (sender: Sender): Sender => ({
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
        const result = await sender.send(delivery)
        const { statusCode, error } = result
        if (statusCode !== null) span?.setAttributes({ 'http.response.status_code': statusCode })
        if (error !== null) span?.setAttributes({ 'error.type': error })
        return result
      },
      { kind: 'client' },
    )
  },
})

/** Calls of a processor that may go over the network. */
const CALLS = [
  'begin',
  'pay',
  'readProgress',
  'payerUrlOf',
  'payerSecretOf',
  'clientSecretOf',
  'capture',
  'cancel',
  'refund',
  'readRefundProgress',
  'readRefundsAndDisputes',
  'ownIdOf',
] as const satisfies readonly (keyof Processor)[]

type Call = (...input: unknown[]) => Promise<unknown>

function traceProcessor(processor: Processor): Processor {
  const traced = CALLS.flatMap((name) => {
    const call = processor[name] as Call | undefined
    if (!call) return []
    const fields = { 'incasso.processor': processor.name }
    const tracedCall: Call = (...input) =>
      inSpan(`${processor.name} ${name}`, fields, () => call(...input), { kind: 'client' })
    return [[name, tracedCall]]
  })
  return { ...processor, ...Object.fromEntries(traced) }
}

/** Returns processors that record a span for each call. */
export function traceProcessors(processors: Processors): Processors {
  const cache = new WeakMap<Processor, Processor>()
  const traced = (processor: Processor): Processor => {
    const tracedProcessor = cache.get(processor) ?? traceProcessor(processor)
    cache.set(processor, tracedProcessor)
    return tracedProcessor
  }
  return {
    ...processors,
    named: (name) => traced(processors.named(name)),
    routeOf: (merchant, method) => {
      const route = processors.routeOf(merchant, method)
      return route && { ...route, processor: traced(route.processor) }
    },
  }
}
