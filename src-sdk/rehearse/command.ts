import { writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { httpUrl, type Options } from '../cli/arguments.ts'
import type { Credentials } from '../cli/key-store.ts'
import { type ExitCode, exitCodes, type Terminal, UsageError } from '../cli/output.ts'
import { hostileStories } from './hostile-stories.ts'
import { orderStories } from './order-stories.ts'
import { countOf, jsonReport, junitReport, type Result, textReport } from './report.ts'
import { createStage, ReceivedEvents } from './stage.ts'
import type { Outcome, Stage, Story } from './story.ts'

export const stories: readonly Story[] = [...orderStories, ...hostileStories]

export type RehearseInput = {
  values: Options['values']
  secret: string | undefined
  signal: AbortSignal
}

function chosenStories(names: readonly string[] | undefined): readonly Story[] {
  if (names === undefined) return stories
  const unknown = names.find((name) => !stories.some((story) => story.name === name))
  if (unknown === undefined) return stories.filter(({ name }) => names.includes(name))
  throw new UsageError(
    `There is no story "${unknown}". Stories: ${stories.map(({ name }) => name).join(', ')}.`,
  )
}

/** Runs the stories against an endpoint, in test mode only, and prints their verdicts. */
export async function runRehearsal(
  credentials: Credentials,
  { values, secret, signal }: RehearseInput,
  terminal: Terminal,
): Promise<ExitCode> {
  const target = httpUrl('--target', values.target)
  const stateText = values['state-url']
  const stateUrl = stateText === undefined ? undefined : httpUrl('--state-url', stateText)
  const chosen = chosenStories(values.story)
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
    for (const story of chosen) {
      if (signal.aborted) break
      results.push(await runStory(story, stage))
    }
    await report(results, values, terminal)
    return countOf(results, 'fail') > 0 || results.length < chosen.length
      ? exitCodes.failed
      : exitCodes.done
  } finally {
    ending.abort()
  }
}

async function runStory({ run, ...story }: Story, stage: Stage): Promise<Result> {
  const startedMs = performance.now()
  const outcome = await run(stage).catch((error: unknown): Outcome => {
    if (error instanceof UsageError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { verdict: 'cannot_tell', reason }
  })
  return { ...story, ...outcome, durationMs: Math.round(performance.now() - startedMs) }
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
