import { expect } from 'vitest'

export type Listener = AsyncDisposable & {
  /** All that it was told so far. */
  text: () => string
}

/** What the pages of a merchant are told by one process, over one connection that stays open. */
export async function listen(url: string, cookie: string): Promise<Listener> {
  const stopping = new AbortController()
  const response = await fetch(`${url}/trpc/events.changes`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: stopping.signal,
  })
  expect(response.status).toBe(200)
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array)
  })().catch(() => {})
  return {
    text: () => text,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await reading
    },
  }
}
