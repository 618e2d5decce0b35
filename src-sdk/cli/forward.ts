import { performance } from 'node:perf_hooks'
import { webhookHeaders } from './sign.ts'

/** The response of an endpoint: its status, or the reason why there is none. */
export type Delivery = { status: number | null; error: string | null; durationMs: number }

/** Time in which an endpoint must respond, as with real webhooks. */
const WITHIN_MS = 15_000

export type Webhook = {
  id: string
  body: string
  timestampS: number
  headers?: Record<string, string>
}

/** Sends a webhook, signed with the secret. Redirects are not followed, as with real webhooks. */
export async function forward(
  url: URL,
  { id, body, timestampS, headers }: Webhook,
  { secret, withinMs = WITHIN_MS }: { secret: string; withinMs?: number },
): Promise<Delivery> {
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...webhookHeaders({ id, timestampS, body }, secret), ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    })
    await response.body?.cancel()
    return { status: response.status, error: null, durationMs: durationMs() }
  } catch (error) {
    return { status: null, error: reasonOf(error), durationMs: durationMs() }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no response in time'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return code === 'ECONNREFUSED' ? 'nothing listens there' : (code ?? error.message)
}

export const isAccepted = ({ status }: Delivery): boolean =>
  status !== null && status >= 200 && status < 300
