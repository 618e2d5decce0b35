import type { Direction } from '#client/components/figures/stat-card.tsx'

export const directionOf = (by: number): Direction => (by > 0 ? 'up' : by < 0 ? 'down' : 'same')
