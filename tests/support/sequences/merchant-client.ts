import { isDeepStrictEqual } from 'node:util'
import type { KeepAliveClient, PlainResponse, RequestOptions } from '../keep-alive.ts'
import type { Reply, Step } from './model.ts'

const MAX_PAGES = 200

/** A response with placeholders for IDs and `then` for instants, so that two databases can be compared. */
export type ObservedReply = Reply & {
  /** The complete body, including the parts that the model does not know. */
  whole: unknown
  isSameBytes: boolean
}

/** A merchant on one of the servers. */
export class MerchantClient {
  readonly #client: KeepAliveClient
  readonly #secret: string
  readonly #idOf = new Map<string, string>()
  readonly #nameOf = new Map<string, string>()
  readonly #bytesOf = new Map<string, string>()

  constructor(client: KeepAliveClient, secret: string) {
    this.#client = client
    this.#secret = secret
  }

  /** Makes this name the placeholder of the ID. */
  bind(name: string, id: string): void {
    if (this.#idOf.has(name) || this.#nameOf.has(id.toLowerCase())) return
    this.#idOf.set(name, id)
    this.#nameOf.set(id.toLowerCase(), name)
  }

  /** Sends the request of a step, and returns the response with placeholders. */
  async runStep(step: Step): Promise<ObservedReply> {
    const first = await this.#send(step, this.#withIds(step.path))
    const answers = [first]
    for (let next = nextOf(first); step.followsPages && next !== undefined; ) {
      const response = await this.#send(step, next)
      answers.push(response)
      next = answers.length > MAX_PAGES ? undefined : nextOf(response)
    }
    const bodies = answers.map(({ body }) => (body === '' ? undefined : JSON.parse(body)))
    const body: unknown = step.followsPages && first.status === 200 ? bodies.flat() : bodies[0]
    this.#bindIds(step.expected.body, body)
    return this.#recordResponse(step, first, body)
  }

  #recordResponse(
    step: Step,
    { status, headers, body: bytes }: PlainResponse,
    body: unknown,
  ): ObservedReply {
    const { known, steady, sameBytesAs, bytesOf } = step
    const fullBody = this.#withPlaceholders(body)
    if (bytesOf !== undefined) this.#bytesOf.set(bytesOf, bytes)
    const total = headers['x-total-count']
    const isReplayed = headers['idempotent-replayed'] === 'true'
    const isRight = status === step.expected.status && status < 300
    return {
      status,
      ...(fullBody !== undefined && {
        body:
          status >= 400
            ? refusalOf(fullBody)
            : isRight && known
              ? known(fullBody as never)
              : fullBody,
      }),
      ...(total !== undefined && {
        total: Number(total),
        hasNext: !step.followsPages && headers.link !== undefined,
      }),
      ...(isReplayed && { isReplayed }),
      whole: isRight && steady ? steady(fullBody as never) : fullBody,
      isSameBytes: sameBytesAs === undefined || this.#bytesOf.get(sameBytesAs) === bytes,
    }
  }

  #send({ method, headers, body, text }: Step, path: string): Promise<PlainResponse> {
    const request: RequestOptions = {
      method,
      path,
      headers: { authorization: `Bearer ${this.#secret}`, ...headers },
      ...(text !== undefined && { text }),
      ...(body !== undefined && { text: this.#withIds(JSON.stringify(body)) }),
    }
    return this.#client.send(request)
  }

  /** Replaces placeholders with IDs. */
  #withIds(text: string): string {
    return text.replaceAll(/\{(?:txn|ref|cus):\w+\}/g, (name) => this.#idOf.get(name) ?? name)
  }

  /** Binds each new placeholder in the expected body to the ID in the server's response. */
  #bindIds(expected: unknown, observed: unknown): void {
    if (typeof expected === 'string' && typeof observed === 'string') {
      if (/^\{\w+:\w+\}$/.test(expected)) this.bind(expected, observed)
    } else if (isObject(expected) && isObject(observed)) {
      for (const [key, value] of Object.entries(expected)) this.#bindIds(value, observed[key])
    }
  }

  #withPlaceholders(body: unknown): unknown {
    if (body === undefined) return undefined
    const text = JSON.stringify(body)
      .replaceAll(/(?:txn|cus)_[0-9a-z]{26}|TXN-[0-9A-Z]{10}/gi, (id) => {
        return this.#nameOf.get(id.toLowerCase()) ?? id
      })
      .replaceAll(/key_[0-9A-Z]{26}/g, '{key}')
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"then"')
      .replaceAll(/,?"requestId":"[^"]*"/g, '')
    return JSON.parse(text)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const refusalOf = (problem: unknown): unknown => {
  if (!isObject(problem)) return problem
  const { code, reason } = problem
  return { code, ...(reason !== undefined && { reason }) }
}

const nextOf = ({ headers }: PlainResponse): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

/** Returns a description of the difference; undefined if the responses agree with the model and each other. */
export function differenceOf({ expected }: Step, sqlite: ObservedReply, postgres: ObservedReply) {
  for (const [name, observed] of Object.entries({ sqlite, postgres })) {
    const { whole: _, isSameBytes, ...reply } = observed
    if (!isDeepStrictEqual(reply, expected)) {
      return `the model and ${name} differ: ${JSON.stringify({ expected, reply })}`
    }
    if (!isSameBytes) return `${name} answered a repeated request in other bytes`
  }
  if (isDeepStrictEqual(sqlite.whole, postgres.whole)) return undefined
  return `the databases differ: ${JSON.stringify([sqlite.whole, postgres.whole])}`
}
