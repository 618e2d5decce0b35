import type { paths } from './api.gen.ts'
import { List } from './list.ts'
import type { BodyOf, FilterOf, GetPath, Operation, QueryOf, ResponseOf } from './operations.ts'
import type { CallOptions, KeyedOptions, SentFile, Transport } from './transport.ts'
import type { Page } from './types.ts'

type Path = keyof paths
type SendMethod<P extends Path> = Extract<keyof paths[P], 'post' | 'put' | 'patch' | 'delete'>

type IdInput<P> = P extends SlotPath ? { id: string; slot: Slot } : PlainIdInput<P>
type PlainIdInput<P> = P extends `${string}{id}${string}`
  ? { id: string }
  : P extends `${string}{month}${string}`
    ? { month: string }
    : { id?: never }
type BodyInput<O> = [BodyOf<O>] extends [never] ? { body?: never } : { body: BodyOf<O> }

/** Operations that accept an `Idempotency-Key` get one. Any other is repeated only if `isRepeatable` is true. */
type KeyInput<O> = O extends { parameters: { header: { 'Idempotency-Key'?: string } } }
  ? { options: KeyedOptions | undefined; isKeyed: true; isRepeatable?: never }
  : { options: CallOptions | undefined; isKeyed?: never; isRepeatable: boolean }

type GetInput<P extends GetPath> = IdInput<P> & {
  query?: FilterOf<P> | undefined
  options: CallOptions | undefined
}
type SendInput<P extends Path, M extends SendMethod<P>> = IdInput<P> &
  BodyInput<Operation<P, M>> &
  KeyInput<Operation<P, M>>

type SlotPath = '/api/disputes/{id}/files/{slot}'
type SlotInput<M extends SendMethod<SlotPath>> = {
  id: string
  slot: Slot
  query: QueryOf<Operation<SlotPath, M>>
  file?: SentFile
  options: CallOptions | undefined
}
/** A slot for a file. */
export type Slot = Operation<SlotPath, 'put'>['parameters']['path']['slot']

type RowOf<P extends GetPath> =
  ResponseOf<Operation<P, 'get'>> extends { data: (infer Row)[] } ? Row : never

/** Fills names into a path. Refuses text that would name another path, such as an empty id. */
function pathWith(path: string, names: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const name = names[part]
    if (typeof name === 'string' && /^[\w-]+$/.test(name)) return name
    throw new TypeError(`Not an id: ${JSON.stringify(name)}`)
  })
}

/** Calls of the API, typed by its description: a path or a member that it lacks does not compile. */
export class Api {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async get<P extends GetPath>(
    path: P,
    input: GetInput<P>,
  ): Promise<ResponseOf<Operation<P, 'get'>>> {
    const body = await this.#transport.json(requestOf('GET', path, input))
    return body as ResponseOf<Operation<P, 'get'>>
  }

  async send<P extends Path, M extends SendMethod<P>>(
    method: M,
    path: P,
    input: SendInput<P, M>,
  ): Promise<ResponseOf<Operation<P, M>>> {
    const body = await this.#transport.json(requestOf(method.toUpperCase(), path, input))
    return body as ResponseOf<Operation<P, M>>
  }

  list<P extends GetPath>(
    path: P,
    filter: object | undefined,
    options: CallOptions | undefined,
  ): List<RowOf<P>> {
    return new List(async (cursor) => {
      const query = cursor === undefined ? filter : { ...filter, cursor }
      const body = await this.#transport.json(requestOf('GET', path, { query, options }))
      return body as Page<RowOf<P>>
    })
  }

  /** Sends a request about the file of a slot, with the file as its body where one is put there. */
  async sendToSlot<M extends SendMethod<SlotPath>>(
    method: M,
    path: SlotPath,
    input: SlotInput<M>,
  ): Promise<ResponseOf<Operation<SlotPath, M>>> {
    const body = await this.#transport.json(
      requestOf(method.toUpperCase(), path, { ...input, isRepeatable: false }),
    )
    return body as ResponseOf<Operation<SlotPath, M>>
  }

  /** Returns a response whose body the caller reads, such as a file. */
  stream<P extends GetPath>(path: P, input: GetInput<P>): Promise<Response> {
    return this.#transport.stream(requestOf('GET', path, input))
  }
}

/** Members of any call's input. */
type AnyInput = {
  id?: string
  month?: string
  slot?: string
  file?: SentFile
  query?: object | undefined
  body?: unknown
  options: KeyedOptions | undefined
  isKeyed?: boolean
  isRepeatable?: boolean
}

function requestOf(method: string, path: string, input: AnyInput) {
  const { id, month, slot, query, body, file, options = {} } = input
  const { isKeyed = false, isRepeatable = method === 'GET' } = input
  return {
    method,
    path: pathWith(path, { id, month, slot }),
    query,
    body,
    file,
    // The same key in each attempt: the server carries out only the first that it receives.
    idempotencyKey: isKeyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
    isRepeatable: isKeyed || isRepeatable,
    options,
  }
}
