/** Whether this is the check before a commit, which leaves what is dearest to `npm test`. */
export const isQuick = process.env.TEST_RUNS === 'quick'

/**
 * How often something random is tried: `npm test` and a run of one file take the full count, the check
 * before each commit (`npm run check`) the quick one.
 */
export const runs = (full: number, quick: number): number => (isQuick ? quick : full)
