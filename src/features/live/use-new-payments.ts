import { useEffect } from 'react'
import { useLive } from './live-context.ts'

/**
 * For a list of payments. On its first page, newest first, new payments simply appear on top
 * (`currentFirstPage`). Anywhere else they would push rows away under the reader: there the list
 * stays as it is, `count` tells how many came in, and `show` asks for it again.
 */
export function useNewPayments(currentFirstPage: boolean): { count: number; show: () => void } {
  const { newPayments, holdLists, showNewPayments } = useLive()
  useEffect(() => (currentFirstPage ? undefined : holdLists()), [currentFirstPage, holdLists])
  return { count: newPayments, show: showNewPayments }
}
