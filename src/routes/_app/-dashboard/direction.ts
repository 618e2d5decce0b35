import type { Direction } from '#client/components/figures/stat-card.tsx'

/** Which way a change goes. */
export const directionOf = (by: number): Direction => (by > 0 ? 'up' : by < 0 ? 'down' : 'same')
