import type { Direction } from '#client/components/figures/stat-card.tsx'

export const directionOf = (change: number): Direction =>
  change > 0 ? 'up' : change < 0 ? 'down' : 'same'
