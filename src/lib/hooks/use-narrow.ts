import { useMediaQuery } from '@mantine/hooks'
import { cardsQuery, compactQuery, narrowQuery } from '#client/theme.ts'

/**
 * Returns true when the window has space for only one column. The result is known at the first paint, so that
 * nothing moves.
 */
export const useNarrow = (): boolean =>
  useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Returns true when the window is too narrow for a table, so that lists show cards. */
export const useCompact = (): boolean =>
  useMediaQuery(compactQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Returns true when the window is too narrow for a table with many columns, so that lists show cards. */
export const useCards = (): boolean =>
  useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false }) ?? false
