import { Readable } from 'node:stream'
import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { problemOf } from '#server/core/calls/problem.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { AnalysisPart } from '#server/features/openai/openai.schema.ts'

export type AnalysisOptions = {
  router: AnyTRPCRouter
  createContext: (request: FastifyRequest) => Promise<RequestCtx>
}

/**
 * POST /api/openai/stream: an analysis as server-sent events. A tRPC subscription would put the prompt into the URL and
 * repeat it after each reconnect, so this route is plain.
 */
export async function analysisRoute(
  app: FastifyInstance,
  { router, createContext }: AnalysisOptions,
) {
  app.post('/api/openai/stream', async (request, reply) => {
    const ctx = await createContext(request)
    const disconnection = new AbortController()
    // Stops the model when the caller disconnects.
    reply.raw.once('close', () => disconnection.abort())
    const parts = (await callTRPCProcedure({
      router,
      path: 'openai.stream',
      type: 'subscription',
      ctx,
      getRawInput: async () => request.body,
      signal: disconnection.signal,
      batchIndex: 0,
    })) as AsyncIterable<AnalysisPart>
    const iterator = parts[Symbol.asyncIterator]()
    // Refusals are thrown before the first part, while the response's status can still be set.
    const first = await iterator.next()
    return reply
      .header('api-version', ctx.version)
      .header('x-accel-buffering', 'no')
      .type('text/event-stream; charset=utf-8')
      .send(Readable.from(eventsOf(first, iterator, { log: request.log, requestId: request.id })))
  })
}

type Request = { log: FastifyBaseLogger; requestId: string }

async function* eventsOf(
  first: IteratorResult<AnalysisPart>,
  remaining: AsyncIterator<AnalysisPart>,
  { log, requestId }: Request,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await remaining.next()) yield eventOf(next.value)
  } catch (error) {
    const { code, detail } = problemOf(error, requestId)
    log[code === 'internal' ? 'error' : 'warn']({ err: error }, 'the analysis broke off')
    yield eventOf({ type: 'error', detail, requestId })
  } finally {
    await remaining.return?.()
  }
}

const eventOf = (part: AnalysisPart): string => `data: ${JSON.stringify(part)}\n\n`
