import { useEffect, useRef, useState } from 'react'
import type {
  AnalysisRequest,
  AnalysisSource,
  Figure,
} from '#server/features/openai/openai.schema.ts'
import { AnalysisFailure, callAnalysis } from '../../../lib/call-analysis.ts'
import { common } from '../../../texts/common.ts'
import { openaiTest } from '../../../texts/openai-test.ts'

export type AnalysisState = 'idle' | 'running' | 'complete' | 'cancelled' | 'failed'

type Result = {
  text: string
  source: AnalysisSource | undefined
  figures: readonly Figure[]
  failure: string | undefined
  /** Whether `text` is the answer as it came, because no analysis is in it. */
  isRaw: boolean
}

const nothing: Result = {
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
  /** A new one ends the one before. */
  run: (request: AnalysisRequest) => Promise<void>
  cancel: () => void
}

/** One analysis at a time, shown as it comes. */
export function useAnalysis(): RunningAnalysis {
  const [prompt, setPrompt] = useState<string>(openaiTest.analysis.prefilled)
  const [state, setState] = useState<AnalysisState>('idle')
  const [result, setResult] = useState(nothing)
  const current = useRef<AbortController>(undefined)
  // Leaving the page ends the question too: nobody would read the answer.
  useEffect(() => () => current.current?.abort(), [])

  const run = async (request: AnalysisRequest) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setPrompt(request.prompt)
    setResult(nothing)
    setState('running')
    try {
      setState(await follow(request, controller.signal, setResult))
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

async function follow(
  request: AnalysisRequest,
  signal: AbortSignal,
  change: (change: (before: Result) => Result) => void,
): Promise<AnalysisState> {
  const answer = { raw: '' }
  let told = ''
  let isWhole = false
  for await (const part of callAnalysis(request, { signal, answer })) {
    if (part.type === 'start') {
      change((before) => ({ ...before, source: part.source, figures: part.figures }))
    }
    if (part.type === 'text') {
      told += part.text
      change((before) => ({ ...before, text: before.text + part.text }))
    }
    if (part.type === 'error') throw new AnalysisFailure(part.detail)
    if (part.type === 'end') isWhole = true
  }
  if (told.trim() === '' && answer.raw.trim() !== '') {
    change((before) => ({ ...before, text: answer.raw.trim(), isRaw: true }))
    return 'complete'
  }
  // The line ended before the analysis did.
  if (!isWhole) throw new AnalysisFailure(common.unreachable)
  return 'complete'
}
