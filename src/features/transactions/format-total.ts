import { formatCount } from '../../lib/format.ts'

/** "10,000+" where counting stopped. */
export const formatTotal = (total: number, isExact: boolean): string =>
  `${formatCount(total)}${isExact ? '' : '+'}`
