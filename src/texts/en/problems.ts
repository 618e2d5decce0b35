import type { ProblemWords } from '../problems.ts'
import { common } from './common.ts'

export const problems: ProblemWords = {
  language: 'en',
  unreachable: common.unreachable,
  retry: common.retry,
  requestId: common.requestId,
  copy: common.copy,
  copied: common.copied,
}

export const guideProblems = problems
