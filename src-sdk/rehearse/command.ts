import { writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { httpUrl, type Options } from '../cli/arguments.ts'
import type { Credentials } from '../cli/key-store.ts'
import { type ExitCode, exitCodes, type Terminal, UsageError } from '../cli/output.ts'
import { hostileScenarios } from './hostile-scenarios.ts'
import { orderScenarios } from './order-scenarios.ts'
import { countOf, jsonReport, junitReport, type Result, textReport } from './report.ts'
import type { Outcome, Scenario, Stage } from './scenario.ts'
import { createStage, ReceivedEvents } from './stage.ts'

export const scenarios: readonly Scenario[] = [...orderScenarios, ...hostileScenarios]

export type RehearseInput = {
  values: Options['values']
  secret: string | undefined
  signal: AbortSignal
}

function chosenScenarios(names: readonly string[] | undefined): readonly Scenario[] {
  if (names === undefined) return scenarios
  const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown === undefined) return scenarios.filter(({ name }) => names.includes(name))
  throw new UsageError(
    `There is no scenario "${unknown}". Scenarios: ${scenarios.map(({ name }) => name).join(', ')}.`,
  )
}

/** Runs the scenarios against an endpoint, in test mode only, and prints their verdicts. */
export async function runRehearsal(
  credentials: Credentials,
  { values, secret, signal }: RehearseInput,
  terminal: Terminal,
): Promise<ExitCode> {
  const target = httpUrl('--target', values.target)
  const stateText = values['state-url']
  const stateUrl = stateText === undefined ? undefined : httpUrl('--state-url', stateText)
  const chosen = chosenScenarios(values.story)
  if (secret === undefined) {
    throw new UsageError('--secret must be the signing secret that the endpoint verifies with.')
  }
  if (!credentials.key.startsWith('sk_test_')) {
    throw new UsageError('A rehearsal takes payments, so it needs a key of test mode, sk_test_…')
  }
  const ending = new AbortController()
  const ended = AbortSignal.any([signal, ending.signal])
  try {
    const events = new ReceivedEvents(credentials, ended)
    await events.begun
    const stage = createStage(credentials, events, { target, secret, stateUrl, now: terminal.now })
    const results: Result[] = []
    for (const scenario of chosen) {
      if (signal.aborted) break
      results.push(await runScenario(scenario, stage))
    }
    await report(results, values, terminal)
    return countOf(results, 'fail') > 0 || results.length < chosen.length
      ? exitCodes.failed
      : exitCodes.done
  } finally {
    ending.abort()
  }
}

async function runScenario({ run, ...scenario }: Scenario, stage: Stage): Promise<Result> {
  const startedMs = performance.now()
  const outcome = await run(stage).catch((error: unknown): Outcome => {
    if (error instanceof UsageError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { verdict: 'cannot_tell', reason }
  })
  return { ...scenario, ...outcome, durationMs: Math.round(performance.now() - startedMs) }
}

async function report(
  results: readonly Result[],
  values: Options['values'],
  terminal: Terminal,
): Promise<void> {
  const file = values['junit-file']
  if (file !== undefined) await writeFile(file, junitReport(results))
  terminal.out(values.json ? jsonReport(results) : textReport(results))
}
