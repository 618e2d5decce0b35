/** How long a session lasts without anything that its person does. */
export const IDLE_MS = 2 * 60 * 60 * 1000

/** However active a session is. */
export const ABSOLUTE_MS = 12 * 60 * 60 * 1000
