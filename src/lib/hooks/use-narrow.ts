import { useMediaQuery } from '@mantine/hooks'
import { cardsQuery, compactQuery, narrowQuery } from '#client/theme.ts'

/** Returns whether only one column fits. It is known at the first paint, so that nothing moves. */
export const useNarrow = (): boolean =>
  useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Returns whether rows are shown as cards instead of a table. */
export const useCompact = (): boolean =>
  useMediaQuery(compactQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Like `useCompact`, for rows with many columns. */
export const useCards = (): boolean =>
  useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false }) ?? false
