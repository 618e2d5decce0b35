/** Fields of a span: names, codes and counts, never text that a person typed. */
export type SpanFields = Record<string, string | number | boolean>

/** Work that is being timed. */
export type OpenSpan = {
  /** 32 hexadecimal digits, the same for all spans of one request. */
  traceId: string
  /** Runs work as a part of this span: spans that begin inside it are its children. */
  within: <R>(work: () => R) => R
  note: (fields: SpanFields) => void
  rename: (name: string) => void
  end: (error?: unknown) => void
}

export type SpanOptions = {
  /** `server`: a request that we receive; `client`: a request that we send. */
  kind?: 'server' | 'client' | 'internal'
  /** W3C `traceparent` of the parent span; by default the current span is the parent. */
  parent?: string | undefined
}

export type Statement = {
  system: 'sqlite' | 'postgresql'
  text: string
  ms: number
  error?: unknown
}

/** Destination of spans and statements. */
export type Spans = {
  open: (name: string, fields: SpanFields, options?: SpanOptions) => OpenSpan
  /** Returns the W3C `traceparent` of the current span, for work that continues in another thread. */
  here: () => string | undefined
  /** Records a statement that has just been answered; ignores it outside a span. */
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

export const isTracing = (): boolean => spans !== undefined

export const traceParent = (): string | undefined => spans?.here()

export const openSpan: (...span: Parameters<Spans['open']>) => OpenSpan | undefined = (...span) =>
  spans?.open(...span)

/** Times work, which may add fields as it proceeds. Without a destination of spans it only runs the work. */
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
