import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import type { z } from 'zod'
import { inputSchemaOf } from './rest-routes.ts'
import type { RequestCtx } from './trpc.ts'

type Result = { ok: true; data: unknown } | { ok: false; error: Error }
type NextOptions = { ctx?: object; input?: unknown }
type Step = ((options: object) => Promise<Result>) & { _type?: string }

/** A call of a procedure: `path` is the procedure's name, `rawInput` the input before its validation. */
export type ProcedureCall = { ctx: RequestCtx; path: string; rawInput: unknown }

/**
 * Runs a procedure with a REST path through its own middlewares, like tRPC's own caller, with a context for this call
 * only. The library's caller copies context and options for each middleware and parses the input asynchronously, which
 * together take a fifth of a payment's time. The library's caller also validates the output, which here only the tests
 * do.
 */
export function runProcedure(procedure: AnyTRPCProcedure, call: ProcedureCall): Promise<unknown> {
  return new ProcedureRun(procedure, call).run()
}

const definitionCache = new WeakMap<
  AnyTRPCProcedure,
  { steps: Step[]; meta: unknown; type: string }
>()

function definitionOf(procedure: AnyTRPCProcedure) {
  const cached = definitionCache.get(procedure)
  if (cached) return cached
  // These fields are not in the library's types; a test compares the two APIs for every call.
  const { middlewares, meta, type } = procedure._def as unknown as {
    middlewares: Step[]
    meta: unknown
    type: string
  }
  const steps = middlewares
    .filter(({ _type }) => _type !== 'output')
    .map((step) => (step._type === 'input' ? parseInput(inputSchemaOf(procedure)) : step))
  const definition = { steps, meta, type }
  definitionCache.set(procedure, definition)
  return definition
}

type StepOptions = {
  getRawInput: () => Promise<unknown>
  next: (options?: NextOptions) => Promise<Result>
}

/** Parses the input synchronously: no input schema of ours is asynchronous. */
const parseInput =
  (schema: z.ZodType): Step =>
  async (options) => {
    const { getRawInput, next } = options as StepOptions
    const read = schema.safeParse(await getRawInput())
    if (!read.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: read.error })
    return next({ input: read.data })
  }

class ProcedureRun {
  readonly #steps: Step[]
  readonly #meta: unknown
  readonly #type: string
  readonly #path: string
  readonly #getRawInput: () => Promise<unknown>
  readonly #ctx: RequestCtx

  constructor(procedure: AnyTRPCProcedure, { ctx, path, rawInput }: ProcedureCall) {
    const { steps, meta, type } = definitionOf(procedure)
    this.#steps = steps
    this.#meta = meta
    this.#type = type
    this.#path = path
    this.#ctx = ctx
    this.#getRawInput = async () => rawInput
  }

  async run(): Promise<unknown> {
    const result = await this.#step(0, this.#ctx, undefined)
    if (!result) throw new Error('a middleware gave no result')
    if (!result.ok) throw result.error
    return result.data
  }

  async #step(at: number, ctx: object, input: unknown): Promise<Result> {
    const step = this.#steps[at]
    if (!step) throw new Error('a procedure without an end')
    try {
      return await step({
        ctx,
        type: this.#type,
        path: this.#path,
        input,
        getRawInput: this.#getRawInput,
        meta: this.#meta,
        signal: undefined,
        batchIndex: 0,
        next: (options?: NextOptions) =>
          this.#step(
            at + 1,
            options?.ctx ? extendContext(ctx, options.ctx) : ctx,
            options && 'input' in options ? options.input : input,
          ),
      })
    } catch (cause) {
      return { ok: false, error: getTRPCErrorFromUnknown(cause) }
    }
  }
}

/**
 * Adds new properties to the context itself. When one would overwrite a property, returns a copy, so that the outer
 * context stays as it is.
 */
function extendContext(ctx: object, added: object): object {
  for (const name in added) {
    const existing = ctx[name as keyof object]
    if (existing !== undefined && existing !== added[name as keyof object]) {
      return { ...ctx, ...added }
    }
  }
  return Object.assign(ctx, added)
}
