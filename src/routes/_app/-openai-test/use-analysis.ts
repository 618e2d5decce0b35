import { useEffect, useRef, useState } from 'react'
import { authorization } from '#client/lib/clerk/clerk-link.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { modeHeader } from '#client/lib/mode.ts'
import { common } from '#client/texts/en/common.ts'
import { openaiTest } from '#client/texts/en/openai-test.ts'
import { markSignedOut } from '#client/trpc.ts'
import {
  Analysis,
  AnalysisPart,
  type AnalysisRequest,
  type AnalysisSource,
  type Figure,
} from '#server/features/openai/openai.schema.ts'

type AnalysisState = 'idle' | 'running' | 'complete' | 'cancelled' | 'failed'

type Result = {
  text: string
  source: AnalysisSource | undefined
  figures: readonly Figure[]
  failure: string | undefined
  /** True when `text` is the raw response, because it contains no analysis. */
  isRaw: boolean
}

const emptyResult: Result = {
  text: '',
  source: undefined,
  figures: [],
  failure: undefined,
  isRaw: false,
}

export type RunningAnalysis = Result & {
  prompt: string
  setPrompt: (prompt: string) => void
  state: AnalysisState
  /** Starts an analysis and cancels the previous one. */
  run: (request: AnalysisRequest) => Promise<void>
  cancel: () => void
}

/** Runs one analysis at a time and streams its text. */
export function useAnalysis(): RunningAnalysis {
  const [prompt, setPrompt] = useState<string>(openaiTest.analysis.prefilled)
  const [state, setState] = useState<AnalysisState>('idle')
  const [result, setResult] = useState(emptyResult)
  const current = useRef<AbortController>(undefined)
  // Leaving the page cancels the analysis, whose text would not be read.
  useEffect(() => () => current.current?.abort(), [])

  const run = async (request: AnalysisRequest) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setPrompt(request.prompt)
    setResult(emptyResult)
    setState('running')
    try {
      setState(await followAnalysis(request, controller.signal, setResult))
    } catch (error) {
      if (controller.signal.aborted) return
      const failure = error instanceof AnalysisFailure ? error.message : common.unreachable
      setResult((before) => ({ ...before, failure }))
      setState('failed')
    }
  }
  const cancel = () => {
    current.current?.abort()
    setState('cancelled')
  }
  return { ...result, prompt, setPrompt, state, run, cancel }
}

async function followAnalysis(
  request: AnalysisRequest,
  signal: AbortSignal,
  update: (change: (before: Result) => Result) => void,
): Promise<AnalysisState> {
  const response = { raw: '' }
  let output = ''
  let hasEnded = false
  for await (const part of callAnalysis(request, { signal, response })) {
    if (part.type === 'start') {
      update((before) => ({ ...before, source: part.source, figures: part.figures }))
    }
    if (part.type === 'text') {
      output += part.text
      update((before) => ({ ...before, text: before.text + part.text }))
    }
    if (part.type === 'error') throw new AnalysisFailure(part.detail)
    if (part.type === 'end') hasEnded = true
  }
  if (output.trim() === '' && response.raw.trim() !== '') {
    update((before) => ({ ...before, text: response.raw.trim(), isRaw: true }))
    return 'complete'
  }
  // The connection ended before the analysis did.
  if (!hasEnded) throw new AnalysisFailure(common.unreachable)
  return 'complete'
}

/** An error whose message is meant for the person. */
class AnalysisFailure extends Error {}

/** Accumulates the raw response, shown when it contains no analysis. */
type RawResponse = { raw: string }

/**
 * Yields the parts of an analysis as they arrive; stops at anything that is not a part. Throws when the
 * signal is aborted.
 */
async function* callAnalysis(
  request: AnalysisRequest,
  { signal, response: result }: { signal: AbortSignal; response: RawResponse },
): AsyncGenerator<AnalysisPart> {
  const response = await send(request, signal)
  if (!response.ok || !response.body) throw await refusalOf(response)
  let incomplete = ''
  for await (const text of textsOf(response.body)) {
    result.raw += text
    const events = (incomplete + text).split('\n\n')
    incomplete = events.pop() ?? ''
    for (const event of events) {
      const part = AnalysisPart.safeParse(jsonOf(event.replace(/^data: /, '')))
      if (!part.success) return
      yield part.data
    }
  }
  yield* partsOfWhole(incomplete)
}

/** Accepts a response that arrives as one JSON document instead of a stream. */
function* partsOfWhole(text: string): Generator<AnalysisPart> {
  const { data } = Analysis.safeParse(jsonOf(text))
  if (!data) return
  yield { type: 'start', source: data.source, figures: data.figures }
  yield { type: 'text', text: data.analysis }
  yield { type: 'end' }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(request: AnalysisRequest, signal: AbortSignal): Promise<Response> {
  const headers = { ...(await authorization()), ...modeHeader, 'Content-Type': 'application/json' }
  try {
    return await fetch('/api/openai/stream', {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...request, language: languageFor('en') }),
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new AnalysisFailure(common.unreachable, { cause: error })
  }
}

/** Uses a reader, because not every browser can iterate over a stream. */
async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

async function refusalOf(response: Response): Promise<AnalysisFailure> {
  if (response.status === 401) markSignedOut()
  const problem: unknown = await response.json().catch(() => null)
  const hasDetail = typeof problem === 'object' && problem !== null && 'detail' in problem
  const detail = hasDetail ? String(problem.detail) : common.somethingWrong
  return new AnalysisFailure(`${response.status}: ${detail}`)
}
