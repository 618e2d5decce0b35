import type { LockMemory } from '#db/sqlite/write-lock.ts'
import type { TracingConfig } from '#server/config/tracing.ts'
import type { MerchantChange } from '#server/core/ports/live.ts'

/**
 * Data that the writing thread receives at its start. `lockMemory` is memory shared between threads for the write lock.
 * `fd` is the database file, open for as long as the process has it open.
 */
export type WritingData = {
  url: string
  lockMemory: LockMemory
  fd: number
  /** Collector to which the thread sends its spans. */
  tracing?: TracingConfig | undefined
}

/** An error in a form that can be sent between threads; `code` distinguishes failures. */
export type SentError = { message: string; name: string; code?: string; stack?: string }

/** A request to the writing thread. Input and result are JSON, which is cheaper than clones of many small objects. */
export type WriterRequest = {
  id: number
  call: string
  input: string
  /** The calling span as a `traceparent`, if there is one. */
  parent?: string | undefined
}

/** A message from the writing thread to the thread that responds to requests. */
export type WriterMessage =
  | { is: 'ready' }
  /** The request succeeded. Its `changes` are on the disk, and are published before the response. */
  | { is: 'answered'; id: number; result: string; changes: MerchantChange[] }
  | { is: 'failed'; id: number; error: SentError }
  /** Changes that a job of the thread made. */
  | { is: 'changed'; changes: MerchantChange[] }
  /** Milliseconds for which the thread blocked all other writes. */
  | { is: 'held'; ms: number }
  | { is: 'logged'; level: 'debug' | 'info' | 'warn' | 'error'; fields: object; message: string }

/** Converts an error, with its code, into a form that can be sent to another thread. */
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

/** Creates the error that another thread sent. */
export const receivedError = ({ code, ...sent }: SentError): Error =>
  Object.assign(new Error(sent.message), sent, code && { code })
