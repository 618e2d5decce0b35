import type OpenAI from 'openai'
import type { APIError } from 'openai'
import { z } from 'zod'
import type { OpenaiConfig } from '#server/config/openai.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { LanguageModel, ModelPrompt, OutputChunk } from '#server/core/ports/language-model.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'

const TIMEOUT_MS = 20_000
/** Multiple of the timeout allowed for the whole response, including the retry and all of its text. */
const TOTAL_TIMEOUT_FACTOR = 3
const MAX_CHARACTERS = 8000
/** Maximum length of a JSON response in characters: its frame and escaped non-ASCII letters need more than the text. */
const MAX_BODY = 16 * MAX_CHARACTERS

export type OpenaiOptions = {
  /** Timeout of one attempt, until the response begins. */
  timeoutMs?: number
  /** Returns a signal that aborts after a time in milliseconds. */
  abortAfter?: (ms: number) => AbortSignal
}

/** Returns a model that speaks OpenAI's protocol. The first question loads the library. */
export function openaiModel(
  config: OpenaiConfig,
  { timeoutMs = TIMEOUT_MS, abortAfter = AbortSignal.timeout }: OpenaiOptions = {},
): LanguageModel {
  let client: Promise<OpenAI> | undefined
  return {
    name: config.model,
    stream: async function* (question, signal) {
      client ??= makeClient(config, timeoutMs)
      const timeLimit = abortAfter(timeoutMs * TOTAL_TIMEOUT_FACTOR)
      const ended = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit
      try {
        yield* streamChunks(await client, { model: config.model, question, ended })
      } catch (error) {
        if (error instanceof AppError) throw error
        if (timeLimit.aborted)
          throw failure('openai_timeout', timeoutMessage(timeoutMs * TOTAL_TIMEOUT_FACTOR))
        throw await toModelError(error, { config, timeoutMs })
      }
      // The library ends the stream without an error when it is aborted.
      if (timeLimit.aborted)
        throw failure('openai_timeout', timeoutMessage(timeoutMs * TOTAL_TIMEOUT_FACTOR))
    },
  }
}

async function makeClient({ apiKey, baseUrl }: OpenaiConfig, timeoutMs: number): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    apiKey,
    baseURL: baseUrl,
    timeout: timeoutMs,
    maxRetries: 1,
    // Redirects are not followed, so that no other server receives the API key and the figures.
    fetchOptions: { redirect: 'manual' },
    // The library would otherwise read these from environment variables.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  })
}

type ModelCall = { model: string; question: ModelPrompt; ended: AbortSignal }

async function* streamChunks(
  client: OpenAI,
  { model, question, ended }: ModelCall,
): AsyncGenerator<OutputChunk> {
  const { rules, matter, maxTokens } = question
  const { data: chunks, response } = await client.chat.completions
    .create(
      {
        model,
        stream: true,
        max_completion_tokens: maxTokens,
        messages: [
          { role: 'system', content: rules },
          { role: 'user', content: JSON.stringify(matter) },
        ],
      },
      { signal: ended },
    )
    .withResponse()
  if (isJson(response)) {
    yield await readWholeResponse(response, model)
    return
  }
  let length = 0
  try {
    for await (const chunk of chunks) {
      const text = sanitizeText(chunk.choices?.[0]?.delta?.content)
      if (text === '') continue
      length += text.length
      yield { text, model: modelName(chunk.model) ?? model }
      if (length > MAX_CHARACTERS) break
    }
  } finally {
    // A caller who stops reading must not pay for further text.
    chunks.controller.abort()
  }
  if (length === 0 && !ended.aborted) throw failure('openai_unreadable', unreadableMessage)
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers.get('content-type') ?? '')

/** Reads the response of a server that does not stream although the request sets `stream`. */
async function readWholeResponse(response: Response, model: string): Promise<OutputChunk> {
  const { data } = WholeResponse.safeParse(await readJson(response))
  const text = sanitizeText(data?.choices[0]?.message.content).slice(0, MAX_CHARACTERS)
  if (text === '') throw failure('openai_unreadable', unreadableMessage)
  return { text, model: modelName(data?.model) ?? model }
}

/** The fields used of a JSON response. */
const WholeResponse = z.object({
  model: z.string().optional(),
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
})

/** Returns undefined for a body that is not JSON or is longer than any expected response. */
async function readJson({ body }: Response): Promise<unknown> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_BODY) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the point
// oxlint-disable-next-line no-control-regex -- the same
const unwantedCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Returns text without control characters and direction overrides; empty unless given a string. */
const sanitizeText = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll(unwantedCharacters, '') : ''

const modelName = (name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' ? sanitizeText(name).slice(0, 100) : undefined

const unreadableMessage = 'The AI service sent a response that cannot be read.'

const timeoutMessage = (ms: number) =>
  `The AI service did not respond within ${Math.ceil(ms / 1000)} s.`

const failure = (reason: ReasonOf<'unavailable'>, message: string, cause?: unknown) =>
  new AppError('unavailable', message, { reason, cause })

type ErrorContext = { config: OpenaiConfig; timeoutMs: number }

/** Returns the error for the operator. It never contains the remote server's text, which may be anything. */
async function toModelError(
  error: unknown,
  { config, timeoutMs }: ErrorContext,
): Promise<AppError> {
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai')
  // The cause contains the request with the API key, so only its name is logged.
  const cause = error instanceof Error ? new Error(error.name) : undefined
  if (error instanceof APIConnectionTimeoutError) {
    return failure('openai_timeout', timeoutMessage(timeoutMs), cause)
  }
  if (error instanceof APIConnectionError) {
    return failure('openai_unreachable', `${hostOf(config)} could not be reached.`, cause)
  }
  if (error instanceof APIError) return statusError(error, config, cause)
  return failure('openai_unreadable', unreadableMessage, cause)
}

const hostOf = ({ baseUrl }: OpenaiConfig) => new URL(baseUrl).host

function statusError({ status }: APIError, config: OpenaiConfig, cause?: Error): AppError {
  const host = hostOf(config)
  if (status === 401 || status === 403) {
    return failure('openai_key_refused', `${host} refuses the key in OPENAI_API_KEY.`, cause)
  }
  if (status === 404) {
    const missing = `${host} does not know the model ${config.model}, or OPENAI_BASE_URL is wrong.`
    return failure('openai_model_unknown', missing, cause)
  }
  if (status === 429) {
    const busy = `${host} takes no more questions now: its limit or your credit is used up.`
    return failure('openai_limit', busy, cause)
  }
  if (status !== undefined && status >= 300 && status < 400) {
    const moved = `${host} points to another address, which is not followed. Check OPENAI_BASE_URL.`
    return failure('openai_redirect', moved, cause)
  }
  if (status !== undefined)
    return failure('openai_failed', `${host} responded with ${status}.`, cause)
  return failure('openai_failed', `${host} broke off with an error.`, cause)
}
