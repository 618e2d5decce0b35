import { problemLine, readProblem } from '../../lib/problem.ts'
import { aiGuides } from '../../texts/ai-guides.ts'

/** What a failed call is told as. */
export const failureLine = (error: unknown): string =>
  problemLine(readProblem(error)) || aiGuides.unknown
