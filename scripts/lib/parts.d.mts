export const PARTS: Record<'check' | 'postgres' | 'contract' | 'browser', string>

export function wantedParts(args: string[]): {
  parts: Set<string>
  shard: { index: number; count: number } | undefined
}
