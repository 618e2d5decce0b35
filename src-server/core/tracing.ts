/** What may be said of a span: names, codes and counts, never what somebody typed. */
export type SpanFields = Record<string, string | number | boolean>

/** Work that is being timed. */
export type OpenSpan = {
  /** 32 hexadecimal digits, the same for all spans of one request. */
  traceId: string
  /** Does work as a part of it: spans that begin there belong to it. */
  within: <R>(work: () => R) => R
  note: (fields: SpanFields) => void
  rename: (name: string) => void
  end: (error?: unknown) => void
}

export type SpanOptions = {
  /** `server`: a request to us; `client`: one of ours to others. */
  kind?: 'server' | 'client' | 'internal'
  /** W3C's `traceparent` of what it is a part of; without it, of what is going on. */
  parent?: string | undefined
}

export type Statement = {
  system: 'sqlite' | 'postgresql'
  text: string
  ms: number
  error?: unknown
}

/** Where spans go. */
export type Spans = {
  open: (name: string, fields: SpanFields, options?: SpanOptions) => OpenSpan
  /** W3C's `traceparent` of what is going on, for work that goes on in another thread. */
  here: () => string | undefined
  /** A statement that has just been answered; one that is part of nothing is left out. */
  statement: (statement: Statement) => void
}

let spans: Spans | undefined

/** Said once, as a process or a thread starts: a span belongs to whatever the code is called from, so nobody hands it on. */
export const traceWith = (given: Spans | undefined): void => {
  spans = given
}

export const isTracing = (): boolean => spans !== undefined

export const traceParent = (): string | undefined => spans?.here()

export const openSpan: (...span: Parameters<Spans['open']>) => OpenSpan | undefined = (...span) =>
  spans?.open(...span)

/** Times work, which may say more of itself as it goes on. Without a place for spans it is done and nothing else. */
export function inSpan<R>(
  name: string,
  fields: SpanFields,
  work: (span?: OpenSpan) => Promise<R>,
  options?: SpanOptions,
): Promise<R> {
  const span = spans?.open(name, fields, options)
  return span ? ended(span, () => work(span)) : work()
}

async function ended<R>(span: OpenSpan, work: () => Promise<R>): Promise<R> {
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** For a database: what is told of each of its statements; undefined where nobody listens. */
export function statementWatch(
  url: string,
): ((statement: Omit<Statement, 'system'>) => void) | undefined {
  const system = url.startsWith('file:') ? 'sqlite' : 'postgresql'
  return spans && ((statement) => spans?.statement({ system, ...statement }))
}
