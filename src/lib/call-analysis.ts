import {
  Analysis,
  AnalysisPart,
  type AnalysisRequest,
} from '#server/features/openai/openai.schema.ts'
import { common } from '../texts/common.ts'
import { markSignedOut } from '../trpc.ts'
import { authorization } from './clerk/clerk-link.ts'

/** Its message is for the person who asked. */
export class AnalysisFailure extends Error {}

/** The answer as it came, so far: shown when there is no analysis in it. */
export type Answer = { raw: string }

/**
 * The parts of an analysis as they come; what is no part ends them. Ends with an error of the signal
 * when that is aborted.
 */
export async function* callAnalysis(
  request: AnalysisRequest,
  { signal, answer }: { signal: AbortSignal; answer: Answer },
): AsyncGenerator<AnalysisPart> {
  const response = await send(request, signal)
  if (!response.ok || !response.body) throw await refusalOf(response)
  let waiting = ''
  for await (const text of textsOf(response.body)) {
    answer.raw += text
    const events = (waiting + text).split('\n\n')
    waiting = events.pop() ?? ''
    for (const event of events) {
      const part = AnalysisPart.safeParse(jsonOf(event.replace(/^data: /, '')))
      if (!part.success) return
      yield part.data
    }
  }
  yield* partsOfWhole(waiting)
}

/** What answers in one piece is as welcome as what streams. */
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
  const headers = { ...(await authorization()), 'Content-Type': 'application/json' }
  try {
    return await fetch('/api/openai/stream', {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new AnalysisFailure(common.unreachable, { cause: error })
  }
}

/** By hand: not every browser lets a stream be looped over. */
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
