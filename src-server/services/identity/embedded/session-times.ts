/** Idle timeout of a session. */
export const IDLE_TIMEOUT_MS = 2 * 60 * 60 * 1000

/** Longest life of a session, however active it is. */
export const MAX_SESSION_MS = 12 * 60 * 60 * 1000
