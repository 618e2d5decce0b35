import type { SharedWords } from '#db/sqlite/gate.ts'
import type { TracingConfig } from '#server/config/tracing.ts'
import type { MerchantChange } from '#server/core/ports/live.ts'

/** What the writing thread is given when it starts; `fd` is its file, open for as long as the process has it open. */
export type WritingData = {
  url: string
  words: SharedWords
  fd: number
  /** Where the thread sends its spans. */
  tracing?: TracingConfig | undefined
}

/** An error as it travels between threads; `code` is what failures are told apart by. */
export type SentError = { message: string; name: string; code?: string; stack?: string }

/** Input and result are JSON: cheaper than clones of many small objects. */
export type Asked = {
  id: number
  call: string
  input: string
  /** The span that it is a part of, where there is one. */
  parent?: string | undefined
}

export type Told =
  | { is: 'ready' }
  /** What was asked has been done; `changes` are on the disk, and are told before the answer. */
  | { is: 'answered'; id: number; result: string; changes: MerchantChange[] }
  | { is: 'failed'; id: number; error: SentError }
  /** Something that a job of the thread changed. */
  | { is: 'changed'; changes: MerchantChange[] }
  | { is: 'held'; ms: number }
  | { is: 'logged'; level: 'debug' | 'info' | 'warn' | 'error'; fields: object; message: string }

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const code = codeOf(error)
  return { name, message, ...(stack && { stack }), ...(code && { code }) }
}

/** The innermost code: a wrapper's own says less. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

export const receivedError = ({ code, ...sent }: SentError): Error =>
  Object.assign(new Error(sent.message), sent, code && { code })
