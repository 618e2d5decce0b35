export type Counts = { passed: number; failed: number; skipped: number }

export function vitest(options?: {
  projects?: string[]
  files?: string[]
  named?: string
  shard?: { index: number; count: number }
  show?: boolean
  inParallel?: boolean
  isQuick?: boolean
  config?: string
}): Promise<{
  counts: Record<string, Counts>
  seconds: { project: string; file: string; ms: number }[]
}>
