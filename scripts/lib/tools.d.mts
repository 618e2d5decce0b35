export type Counts = { passed: number; failed: number; skipped: number }

export function vitest(options?: {
  projects?: string[]
  files?: string[]
  show?: boolean
  inParallel?: boolean
  isQuick?: boolean
  config?: string
}): Promise<Record<string, Counts>>
