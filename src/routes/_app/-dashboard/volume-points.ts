import type { TransactionsVolume } from '#server/features/analytics/analytics.schema.ts'
import { formatDay } from '../../../lib/format.ts'

export type VolumePoint = { day: string; label: string; payments: number }

export const volumePoints = ({ labels, data }: TransactionsVolume): VolumePoint[] =>
  labels.map((day, index) => ({ day, label: formatDay(day), payments: data[index] ?? 0 }))
