import { useMediaQuery } from '@mantine/hooks'
import { cardsQuery, compactQuery, narrowQuery } from '#client/theme.ts'

/** Whether there is only room for one column. Known at the first paint, so nothing jumps. */
export const useNarrow = (): boolean =>
  useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Whether rows are shown as cards instead of a table. */
export const useCompact = (): boolean =>
  useMediaQuery(compactQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** The same of rows with many columns. */
export const useCards = (): boolean =>
  useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false }) ?? false
