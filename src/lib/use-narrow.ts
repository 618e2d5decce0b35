import { useMediaQuery } from '@mantine/hooks'
import { compactQuery, narrowQuery, tightQuery } from '../theme.ts'

/** Whether there is only room for one column. Known at the first paint, so nothing jumps. */
export const useNarrow = (): boolean =>
  useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Whether also rows of a few columns are shown as cards instead of a table. */
export const useTight = (): boolean =>
  useMediaQuery(tightQuery, undefined, { getInitialValueInEffect: false }) ?? false

/** Whether rows are shown as cards instead of a table. */
export const useCompact = (): boolean =>
  useMediaQuery(compactQuery, undefined, { getInitialValueInEffect: false }) ?? false
