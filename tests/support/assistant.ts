import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { InjectOptions } from 'fastify'
import type { Problem } from '#server/shared/reasons/errors.ts'
import type { TestApp } from './test-app.ts'

/** Makes the app listen, and returns its URL for assistants. */
export async function assistantUrl({ app }: TestApp): Promise<URL> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return new URL(`http://127.0.0.1:${port}/mcp`)
}

// Any JSON: a test's expectations define what it must be.
type Json = ReturnType<typeof JSON.parse>

/** A refused tool call, with the problem that the tool's result contains. */
export class RefusedTool extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** An assistant's connection through the official client, which checks every result by its tool's schema. */
export type Assistant = AsyncDisposable & {
  client: Client
  /** Calls a tool and returns the structured result. Throws RefusedTool when the tool refuses. */
  call: (name: string, args?: Record<string, unknown>) => Promise<Json>
}

/** Connects with an API key. `pin`: the MCP revision to speak; by default, the revision that most clients speak. */
export async function connectAssistant(
  url: URL,
  secret: string,
  { pin }: { pin?: string } = {},
): Promise<Assistant> {
  const client = new Client(
    { name: 'test-assistant', version: '1.0.0' },
    pin === undefined ? {} : { versionNegotiation: { mode: { pin } } },
  )
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  // The client checks tool results against the schemas that it has listed.
  await client.listTools()
  return {
    client,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args })
      const [block] = result.content as { text?: string }[]
      const text = JSON.parse(block?.text ?? '')
      if (result.isError) throw new RefusedTool(text)
      return { text, ...(result.structuredContent as object) }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Posts a body to /mcp without a client, as any program can. */
export const postMessage = (
  app: TestApp,
  secret: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  app.rest({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload: (typeof body === 'string' ? body : JSON.stringify(body)) as InjectOptions['payload'],
  })

/** Returns the JSON-RPC messages of a response, which is JSON or a stream of events. */
export function messagesOf({ body }: { body: string }): Json[] {
  const lines = body.split('\n').filter((line) => line.startsWith('data: '))
  if (lines.length > 0) return lines.map((line) => JSON.parse(line.slice('data: '.length)))
  return [JSON.parse(body)].flat()
}

/** Returns a JSON-RPC request that calls a tool. */
export const toolCall = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
