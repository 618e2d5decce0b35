import { z } from 'zod'
import { settingDocs } from './setting.ts'

/**
 * Returns whether the URL is safe. The server behind it receives the API key and merchants' figures, so plain http is
 * for this machine only.
 */
function isSafeUrl(text: string): boolean {
  const { protocol, hostname, username, password } = new URL(text)
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  const isPrivate = protocol === 'https:' || isLoopback
  return isPrivate && username === '' && password === ''
}

/** Variables that choose the model, if any. */
export const openaiVariables = {
  OPENAI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word of visible ASCII characters')
    .optional()
    .register(settingDocs, {
      meaning: 'Lets AI features ask a model. Without it a built-in analyst answers.',
      italian: 'OpenAI: la chiave; con essa le funzioni AI chiedono al modello',
      neededBy: 'a server whose AI features should ask a model',
      example: 'sk-…',
      secret: 'yes',
    }),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
    .refine(isSafeUrl, 'must be an https address without a password; http only for loopback')
    .default('https://api.openai.com/v1')
    .register(settingDocs, {
      meaning: "Another server that speaks OpenAI's protocol.",
      italian: 'OpenAI: un altro server che parla lo stesso protocollo',
      neededBy: 'a server with a model of its own',
      example: 'http://127.0.0.1:11434/v1',
    }),
  OPENAI_MODEL: z
    .string()
    .regex(/^\S{1,100}$/, 'must be the name of a model, such as gpt-4o')
    .default('gpt-4o')
    .register(settingDocs, {
      meaning: 'The model that is asked.',
      italian: 'OpenAI: il modello',
      neededBy: 'a server that asks another model',
      example: 'gpt-4o-mini',
    }),
}

const Variables = z.object(openaiVariables)

/** A server that speaks OpenAI's protocol. */
export type OpenaiConfig = Readonly<{
  apiKey: string
  /** URL without a trailing slash. */
  baseUrl: string
  model: string
}>

/** Returns the settings of the language model; undefined without an API key, and then no model is called. */
export function openaiConfigOf(variables: z.infer<typeof Variables>): OpenaiConfig | undefined {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL, OPENAI_MODEL: model } = variables
  if (apiKey === undefined) return undefined
  return { apiKey, baseUrl: OPENAI_BASE_URL.replace(/\/$/, ''), model }
}
