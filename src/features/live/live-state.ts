/** `connecting` is the first time only, when nothing can have been missed yet. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'
