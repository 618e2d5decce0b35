/** Hours between the opening of a dispute and its acceptance by the owner's rule: a day at least, to stop it. */
export const MIN_ACCEPTANCE_HOURS = 24
/** A bank waits for a response for a week at least; after a longer time, nothing could be accepted. */
export const MAX_ACCEPTANCE_HOURS = 167
