import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError } from '#server/core/calls/errors.ts'
import { logFailure } from '#server/core/calls/failure-log.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import { runProcedure } from '#server/core/calls/run-procedure.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { toIso } from '#server/shared/day.ts'
import type { Issue, Problem } from '#server/shared/reasons/errors.ts'
import { UNKNOWN_FIELD } from '#server/shared/text/field-sentence.ts'
import { MAX_ROWS, type ToolDefinition } from './tool-definitions.ts'
import { visibleJson } from './untrusted-text.ts'

export type ToolCall = {
  ctx: RequestCtx
  merchant: ActingMerchant
  /** Arguments as the assistant sent them. */
  args: Readonly<Record<string, unknown>>
}

/** Outcome of a tool call: the result for the assistant, and the problem of a refused call. */
export type ToolOutcome = { result: CallToolResult; problem: Problem | undefined }

/**
 * Runs a tool by its procedure, with all its checks. A refusal becomes a result too, because assistants read only
 * results.
 */
export async function runTool(tool: ToolDefinition, call: ToolCall): Promise<ToolOutcome> {
  const { ctx } = call
  try {
    const response = await resultOf(tool, call)
    const text = visibleJson(response)
    return {
      result: { structuredContent: response, content: [{ type: 'text', text }] },
      problem: undefined,
    }
  } catch (error) {
    const problem = problemOf(error, ctx.requestId)
    logFailure({ error, code: problem.code }, ctx.log, { procedure: tool.call })
    const text = visibleJson(problem)
    return { result: { isError: true, content: [{ type: 'text', text }] }, problem }
  }
}

async function resultOf(tool: ToolDefinition, { ctx, merchant, args }: ToolCall) {
  const argsWithDefaults = { ...defaultsOf(tool), ...args }
  assertArguments(tool, argsWithDefaults)
  const readAt = toIso(ctx.now())
  // A copy, because the procedure adds to its context and the calls of a batch share one.
  const procedureCtx = { ...ctx }
  const output = await runProcedure(tool.procedure, {
    ctx: procedureCtx,
    path: tool.call,
    rawInput: argsWithDefaults,
  })
  const { cursor: _cursor, limit: _limit, ...filter } = argsWithDefaults
  const result = tool.markUntrusted(tool.present ? tool.present.from(output) : output)
  return { mode: merchant.mode, readAt, filter, result }
}

/** Returns the default values of a tool's filters, which its result states as well. */
const defaultsOf = ({ input }: ToolDefinition): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input.properties).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default]],
    ),
  )

/**
 * Refuses calls that the tool's procedure would accept: with unknown fields, without required ones, or for too many
 * rows.
 */
function assertArguments({ input }: ToolDefinition, args: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(input.properties, name))
  const missing = input.required.filter((name) => args[name] === undefined)
  const isTooLong = typeof args.limit === 'number' && args.limit > MAX_ROWS
  const issues: Issue[] = [
    ...unknown.map((path) => ({ path, message: UNKNOWN_FIELD })),
    ...missing.map((path) => ({ path, message: 'is required' })),
    ...(isTooLong ? [{ path: 'limit', message: `must be at most ${MAX_ROWS}` }] : []),
  ]
  const [first] = issues
  if (first) throw new AppError('invalid', `${first.path}: ${first.message}`, { issues })
}
