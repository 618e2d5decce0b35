import { z } from 'zod'

export const ranges = ['7d', '30d', '90d', '12m'] as const
export const Range = z.enum(ranges)
export type Range = z.infer<typeof Range>
