import { z } from 'zod'
import type { OpenaiConfig } from '#server/config/openai.ts'
import { failingFinding, healthyFinding, warningFinding } from './environment.rules.ts'
import type { EnvironmentCheck } from './environment.schema.ts'

const MAX_BYTES = 1024 * 1024
const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

const notConfigured: EnvironmentCheck = {
  ...warningFinding(
    'Not configured: no model can be asked.',
    'Set `OPENAI_API_KEY`, and for another provider `OPENAI_BASE_URL` and `OPENAI_MODEL`, then restart the server.',
  ),
  details: [],
}

/** Requests the list of models from the model's server. Throws when it does not respond. */
export async function checkOpenai(
  openai: OpenaiConfig | undefined,
  limitMs: number,
): Promise<EnvironmentCheck> {
  if (!openai) return notConfigured
  const details = openaiDetails(openai)
  const response = await fetch(`${openai.baseUrl}/models`, {
    headers: { authorization: `Bearer ${openai.apiKey}`, accept: 'application/json' },
    // Refuses redirects, since the key is for this URL only.
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    return { ...refusalFinding(response.status), details }
  }
  const models = parseModels(await readText(response))
  if (!models) {
    return {
      ...failingFinding(
        'The list of models cannot be read: this is not a server that speaks OpenAI’s protocol.',
        'Check `OPENAI_BASE_URL`: it ends before `/chat/completions`, often with `/v1`.',
      ),
      details,
    }
  }
  const offeredDetails = [...details, { label: 'Models offered', value: String(models.length) }]
  if (!models.includes(openai.model)) {
    return {
      ...failingFinding(
        `The server responds, but does not offer the model ${openai.model} to this key.`,
        'Set `OPENAI_MODEL` to a model that it offers, or use a key that may ask this one.',
      ),
      details: offeredDetails,
    }
  }
  return { ...healthyFinding('The server responds and offers the model.'), details: offeredDetails }
}

/** Shows only the host of the base URL: other parts may contain a password. */
export const openaiDetails = ({ baseUrl, model }: OpenaiConfig) => [
  { label: 'Host', value: new URL(baseUrl).host },
  { label: 'Model', value: model },
]

function refusalFinding(status: number) {
  if (status === 401 || status === 403) {
    return failingFinding(
      `The key was refused (${status}).`,
      'Set `OPENAI_API_KEY` to a key that is valid at this server, then restart.',
    )
  }
  if (status === 404) {
    return warningFinding(
      'The server responds, but does not list its models, so the model could not be looked for.',
      'If asking the model fails too, check `OPENAI_BASE_URL`: it often ends with `/v1`.',
    )
  }
  if (status === 429) {
    return warningFinding(
      'The server responds, but takes no more requests with this key for now (429).',
      'Wait a little. If it stays so, look at the limits and the credit of the account.',
    )
  }
  return failingFinding(
    `The server responded with ${status}.`,
    'Try again in a few minutes; if it stays so, ask the operator of that server.',
  )
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseModels(text: string): string[] | undefined {
  try {
    return Models.safeParse(JSON.parse(text)).data?.data.map(({ id }) => id)
  } catch {
    return undefined
  }
}
