import { expect } from 'vitest'

/** An open subscription to a merchant's events. Disposing it closes the connection. */
export type Listener = AsyncDisposable & {
  /** Text of all events received so far. */
  text: () => string
}

/** Subscribes to the events that one process publishes to a merchant's pages, over one open connection. */
export async function subscribeToChanges(url: string, cookie: string): Promise<Listener> {
  const controller = new AbortController()
  const response = await fetch(`${url}/trpc/events.changes`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: controller.signal,
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
      controller.abort()
      await reading
    },
  }
}
