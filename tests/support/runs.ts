/** Whether random tests run in small counts, as `npm run check` and `npm test` have them. */
export const isQuick = process.env.TEST_RUNS === 'quick'

/**
 * How often something random is tried: `npm run test:all` and a run of one file take the full count, `npm run check`
 * and `npm test` the quick one.
 */
export const runs = (full: number, quick: number): number => (isQuick ? quick : full)
