import { problemLineIt } from '../../lib/problem-it.ts'
import { aiGuides } from '../../texts/ai-guides.ts'

/** What a failed call is told as. */
export const failureLine = (error: unknown): string => problemLineIt(error) || aiGuides.unknown
