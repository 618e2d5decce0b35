import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * The stand-in's behaviour. A number is an HTTP status to respond with. `stalling` begins a response and never ends it;
 * `hanging` never responds. `garbled` sends an invalid response. `whole` sends valid JSON in one chunk, although the
 * request is for a stream; `empty` does the same without any text. `page` sends an HTML
 * page; `cut` closes the connection; `redirecting` redirects to another URL.
 */
export type ModelBehaviour =
  | 'well'
  | 'hanging'
  | 'stalling'
  | 'garbled'
  | 'whole'
  | 'empty'
  | 'page'
  | 'cut'
  | 'redirecting'
  | number

/** A request that the stand-in received. `matter` is the JSON in the content of its second message. */
export type OpenaiRequest = {
  path: string
  authorization: string | undefined
  /** Body of the request as received. */
  text: string
  matter: ReturnType<typeof JSON.parse>
}

/** A server in place of OpenAI's API. `environment` makes an Incasso server use it. */
export type OpenaiStandIn = AsyncDisposable & {
  url: string
  environment: Record<string, string>
  requests: OpenaiRequest[]
  behave: (how: ModelBehaviour) => void
  /** Sets the text of the following responses. */
  say: (text: string) => void
  /** Returns the number of connections that the client closed before the response was complete. */
  abandoned: () => number
}

/** The API key that an Incasso server sends to the stand-in. */
export const MODEL_KEY = 'sk-stand-in-1234567890'

/** Starts a server that speaks OpenAI's protocol, over real HTTP. */
export async function startOpenaiStandIn(): Promise<OpenaiStandIn> {
  const requests: OpenaiRequest[] = []
  let behaviour: ModelBehaviour = 'well'
  let outputText = 'Revenue is steady.'
  let abandoned = 0

  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = text === '' ? {} : JSON.parse(text)
    const { authorization } = request.headers
    const path = request.url ?? ''
    requests.push({
      path,
      authorization,
      text,
      matter: JSON.parse(body.messages?.[1].content ?? '{}'),
    })
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    if (behaviour === 'hanging') return
    if (behaviour === 'cut') return void request.socket.destroy()
    if (behaviour === 'redirecting') {
      response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end()
      return
    }
    if (typeof behaviour === 'number') {
      response.writeHead(behaviour, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'secret words of the other side' } }))
      return
    }
    if (behaviour === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
      return
    }
    if (behaviour === 'whole' || behaviour === 'empty') {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(completionOf(behaviour === 'whole' ? outputText : null))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (behaviour === 'garbled') return void response.end('data: {"choices":[{"del\n\n')
    const chunks = outputText.match(/\S+\s*/g) ?? []
    for (const [index, chunk] of chunks.entries()) {
      response.write(chunkOf(chunk))
      if (index > 0) continue
      if (behaviour === 'stalling') return
    }
    response.end('data: [DONE]\n\n')
  }

  const server = createServer((request, response) => void handleRequest(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}/v1`
  return {
    url,
    environment: { OPENAI_API_KEY: MODEL_KEY, OPENAI_BASE_URL: url },
    requests,
    behave: (how) => {
      behaviour = how
    },
    say: (text) => {
      outputText = text
    },
    abandoned: () => abandoned,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const chunkOf = (content: string): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'gpt-4o-2024-08-06',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  })}\n\n`

const completionOf = (content: string | null): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-4o-2024-08-06',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })
