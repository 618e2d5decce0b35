export const PARTS: Record<'check' | 'postgres' | 'contract' | 'drills' | 'browser', string>

export function wantedParts(args: string[]): {
  scope: 'change' | 'all' | 'timed'
  parts: Set<string>
  shard: { index: number; count: number } | undefined
}
