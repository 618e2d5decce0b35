/** True when random tests run in small counts, as in `npm run check` and `npm test`. */
export const isQuick = process.env.TEST_RUNS === 'quick'

/**
 * Returns the number of tries of a random test. `npm run test:all` and a run of one file use the full count, `npm run
 * check` and `npm test` the quick one.
 */
export const runs = (full: number, quick: number): number => (isQuick ? quick : full)
