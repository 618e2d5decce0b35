import { Box, Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect } from 'react'
import { live } from '#client/texts/en/shell.ts'
import { useLive } from './live-context.ts'

type Props = { count: number; onShow: () => void }

/**
 * "3 new payments – show". Always mounted, because screen readers announce only changes inside a status
 * region.
 */
export function NewPaymentsNotice({ count, onShow }: Props) {
  return (
    <Box role="status" ta="center" pt={count > 0 ? 'sm' : 0}>
      {count > 0 && (
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={onShow}
        >
          {live.newPayments(count)}
        </Button>
      )}
    </Box>
  )
}

/**
 * Counts the new payments of a list. On the first page, newest first (`currentFirstPage`), they appear on top
 * at once. Anywhere else they would shift the rows being read: the list stays frozen until `show` reloads it.
 */
export function useNewPayments(currentFirstPage: boolean): { count: number; show: () => void } {
  const { newPayments, holdLists, showNewPayments } = useLive()
  useEffect(() => (currentFirstPage ? undefined : holdLists()), [currentFirstPage, holdLists])
  return { count: newPayments, show: showNewPayments }
}
