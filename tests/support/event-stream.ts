import { request as httpRequest } from 'node:http'

/** A message of `GET /api/events/stream`. */
export type StreamMessage = { event: string; id: string; data: Record<string, unknown> }

export type OpenStream = {
  status: number
  messages: StreamMessage[]
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close: () => void
}

/** Opens the stream of webhook events as a program does, and collects its messages. */
export function openEventStream(
  url: string,
  key: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string | undefined } = {},
): Promise<OpenStream> {
  const headers = {
    authorization: `Bearer ${key}`,
    'api-version': 'v2',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/api/events/stream${query}`, { headers }, (response) => {
      const messages: StreamMessage[] = []
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const complete = text.split('\n\n')
        text = complete.pop() ?? ''
        messages.push(...complete.flatMap(messageOf))
      })
      const ended = new Promise<void>((end) => {
        response.once('close', () => end())
      })
      resolve({
        status: response.statusCode ?? 0,
        messages,
        ended,
        close: () => request.destroy(),
      })
    })
    request.once('error', reject)
    request.end()
  })
}

function messageOf(text: string): StreamMessage[] {
  const [, event = '', id = '', data = '{}'] =
    /^event: (\w+)\nid: (\S+)\ndata: (.*)$/.exec(text) ?? []
  return event === '' ? [] : [{ event, id, data: JSON.parse(data) }]
}
