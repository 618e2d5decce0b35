import type { SharedWords } from '#db/sqlite/write-lock.ts'
import type { TracingConfig } from '#server/config/tracing.ts'
import type { MerchantChange } from '#server/core/ports/live.ts'

/**
 * Data that the writing thread receives at its start. `fd` is the database file, open for as long as the process has it
 * open.
 */
export type WritingData = {
  url: string
  words: SharedWords
  fd: number
  /** Collector to which the thread sends its spans. */
  tracing?: TracingConfig | undefined
}

/** An error in a form that threads can exchange; `code` distinguishes failures. */
export type SentError = { message: string; name: string; code?: string; stack?: string }

/** A request to the writing thread. Input and result are JSON, which is cheaper than clones of many small objects. */
export type WriterRequest = {
  id: number
  call: string
  input: string
  /** The calling span as a `traceparent`, if there is one. */
  parent?: string | undefined
}

export type WriterMessage =
  | { is: 'ready' }
  /** The request succeeded. Its `changes` are on the disk, and are published before the response. */
  | { is: 'answered'; id: number; result: string; changes: MerchantChange[] }
  | { is: 'failed'; id: number; error: SentError }
  /** Changes that a job of the thread made. */
  | { is: 'changed'; changes: MerchantChange[] }
  | { is: 'held'; ms: number }
  | { is: 'logged'; level: 'debug' | 'info' | 'warn' | 'error'; fields: object; message: string }

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const code = codeOf(error)
  return { name, message, ...(stack && { stack }), ...(code && { code }) }
}

/** Returns the error's own code, or else the first one among its causes. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

export const receivedError = ({ code, ...sent }: SentError): Error =>
  Object.assign(new Error(sent.message), sent, code && { code })
