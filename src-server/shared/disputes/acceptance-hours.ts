/** Hours between the opening of a dispute and its acceptance by the owner's rule: a day at least, to stop it. */
export const MIN_ACCEPTANCE_HOURS = 24
/** A bank waits for an answer for a week at least; a longer time would leave no acceptance. */
export const MAX_ACCEPTANCE_HOURS = 167
