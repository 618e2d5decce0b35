import { problemsIt } from '../texts/problems-it.ts'
import { problemLine, readProblem } from './problem.ts'

/** `problemLine` for the Italian screens: the server's own words are English. */
export function problemLineIt(error: unknown): string {
  const problem = readProblem(error)
  const { code, reason } = problem
  const detail =
    (reason && problemsIt.reasons[reason]) ??
    (code ? problemsIt.codes[code] : problemsIt.unreachable)
  return problemLine({ ...problem, detail })
}

/** What the server says of a value, without its subject: "è obbligatorio". */
export function valueProblemIt(message: string): string {
  for (const [pattern, words] of problemsIt.values) {
    const found = pattern.exec(message)
    if (found) return words.replace('$1', (found[1] ?? '').replaceAll(',', '.'))
  }
  return problemsIt.value
}

/** For `ErrorState` on a screen that speaks Italian. */
export const errorWordsIt = {
  language: 'it',
  line: problemLineIt,
  retry: problemsIt.retry,
  requestId: problemsIt.requestId,
  copy: problemsIt.copy,
  copied: problemsIt.copied,
} as const
