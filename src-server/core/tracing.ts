/** Fields of a span: names, codes and counts, never text that a person typed. */
export type SpanFields = Record<string, string | number | boolean>

/** A span that has begun and not yet ended: work whose duration is being measured. */
export type OpenSpan = {
  /** 32 hexadecimal digits, the same for all spans of one request. */
  traceId: string
  /** Runs work as a part of this span: spans that begin inside it are its children. */
  within: <R>(work: () => R) => R
  /** Adds fields to the span. */
  setAttributes: (fields: SpanFields) => void
  rename: (name: string) => void
  /** Ends the span; with an error, the span counts as failed. */
  end: (error?: unknown) => void
}

export type SpanOptions = {
  /** `server`: a request that we receive; `client`: a request that we send. */
  kind?: 'server' | 'client' | 'internal'
  /** W3C `traceparent` of the parent span; by default the current span is the parent. */
  parent?: string | undefined
}

/** An SQL statement after its execution: `text` is its SQL, `ms` its duration in milliseconds. */
export type Statement = {
  system: 'sqlite' | 'postgresql'
  text: string
  ms: number
  error?: unknown
}

/** Destination of spans and statements. */
export type Spans = {
  open: (name: string, fields: SpanFields, options?: SpanOptions) => OpenSpan
  /** Returns the W3C `traceparent` of the current span, for work in another thread; undefined outside a span. */
  here: () => string | undefined
  /** Records a statement that has just completed; ignores it outside a span. */
  statement: (statement: Statement) => void
}

let spans: Spans | undefined

/**
 * Sets the destination of spans once, when a process or thread starts. A span belongs to its call context, so functions
 * do not pass it on.
 */
export const traceWith = (given: Spans | undefined): void => {
  spans = given
}

/** Returns true when `traceWith` has set a destination of spans. */
export const isTracing = (): boolean => spans !== undefined

/** Returns the W3C `traceparent` of the current span; undefined when tracing is off or no span is open. */
export const traceParent = (): string | undefined => spans?.here()

/** Opens a span that the caller must end; returns undefined when tracing is off. */
export const openSpan: (...span: Parameters<Spans['open']>) => OpenSpan | undefined = (...span) =>
  spans?.open(...span)

/**
 * Runs `work` in a span and returns its result. `work` may add fields to the span; when tracing is off it gets none.
 */
export function inSpan<R>(
  name: string,
  fields: SpanFields,
  work: (span?: OpenSpan) => Promise<R>,
  options?: SpanOptions,
): Promise<R> {
  const span = spans?.open(name, fields, options)
  return span ? endAfter(span, () => work(span)) : work()
}

async function endAfter<R>(span: OpenSpan, work: () => Promise<R>): Promise<R> {
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Returns the function that records each statement of a database; undefined when tracing is off. */
export function statementRecorder(
  url: string,
): ((statement: Omit<Statement, 'system'>) => void) | undefined {
  const system = url.startsWith('file:') ? 'sqlite' : 'postgresql'
  return spans && ((statement) => spans?.statement({ system, ...statement }))
}
