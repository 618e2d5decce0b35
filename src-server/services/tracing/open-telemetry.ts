import {
  type Context,
  context,
  type DiagLogger,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { TracingConfig } from '#server/config/tracing.ts'
import type { Logger } from '#server/core/context.ts'
import {
  type OpenSpan,
  type SpanOptions,
  type Spans,
  type Statement,
  traceWith,
} from '#server/core/tracing.ts'

/** Running trace export; `stop` sends the last spans within two seconds. */
export type Tracing = { stop: () => Promise<void> }

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Shutdown timeout: a collector that does not respond must not keep a process from ending. */
const STOP_WITHIN_MS = 2_000

/**
 * Sends the spans of this thread to a collector, by OTLP over HTTP. Only a process with a configured collector loads
 * this module, and with it the packages of OpenTelemetry.
 */
export function startTracing(tracing: TracingConfig, log: Pick<Logger, 'warn'>): Tracing {
  diag.setLogger(createDiagnostics(log), DiagLogLevel.WARN)
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': tracing.serviceName,
      'service.version': tracing.serviceVersion,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracing.samplingRatio) }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${tracing.endpoint}/v1/traces`, headers: tracing.headers }),
      ),
    ],
  })
  provider.register()
  traceWith(createSpans())
  return {
    stop: async () => {
      traceWith(undefined)
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())
      await Promise.race([provider.shutdown(), timeout]).catch((error: unknown) =>
        log.warn({ err: error }, 'the last traces were not sent'),
      )
    },
  }
}

function createDiagnostics(log: Pick<Logger, 'warn'>): DiagLogger {
  const warn = (message: string, ...details: unknown[]) =>
    log.warn({ ...(details.length > 0 && { details }) }, `traces: ${message}`)
  const ignore = () => {}
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}

function createSpans(): Spans {
  const tracer = trace.getTracer('incasso')
  return {
    open: (name, fields, { kind = 'internal', parent }: SpanOptions = {}) => {
      const within = parent === undefined ? context.active() : contextOf(parent)
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: fields }, within)
      return openSpanOf(span, trace.setSpan(within, span))
    },
    here: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    statement: (statement) => {
      if (!trace.getActiveSpan()?.isRecording()) return
      const endTime = performance.now()
      const span = tracer.startSpan(nameOf(statement.text), {
        kind: SpanKind.CLIENT,
        startTime: endTime - statement.ms,
        attributes: { 'db.system.name': statement.system, 'db.query.text': statement.text },
      })
      if (statement.error) recordError(span, statement.error)
      span.end(endTime)
    },
  }
}

/** Returns the parent's context. An empty or unreadable `traceparent` begins a new trace. */
const contextOf = (traceparent: string): Context =>
  propagation.extract(trace.deleteSpan(context.active()), { traceparent })

const openSpanOf = (span: Span, within: Context): OpenSpan => ({
  traceId: span.spanContext().traceId,
  within: (work) => context.with(within, work),
  setAttributes: (fields) => void span.setAttributes(fields),
  rename: (name) => void span.updateName(name),
  end: (error) => {
    if (error !== undefined) recordError(span, error)
    span.end()
  },
})

/** Records only the type of an error: its message may contain user input. */
function recordError(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : 'Error'
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const STATEMENT_PATTERN = /^\s*(\w+)(?:[\s\S]*?\b(?:from|into|update)\s+"?(\w+))?/i

/**
 * Returns the statement's verb and table. A more specific name would occur in few spans, and a search would not find
 * it.
 */
function nameOf(text: Statement['text']): string {
  const [, verb = 'statement', table] = STATEMENT_PATTERN.exec(text) ?? []
  return table ? `${verb} ${table}` : verb
}
