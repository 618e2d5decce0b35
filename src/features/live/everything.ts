import type { LiveChange } from '#server/features/live/live.schema.ts'

/** Anything may have changed: said after a gap, because what was missed is not kept. */
export const everything: LiveChange = { type: 'merchant', action: 'changed', objectId: '' }
