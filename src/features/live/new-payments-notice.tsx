import { Box, Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect } from 'react'
import { live } from '#client/texts/en/shell.ts'
import { useLive } from './live-context.ts'

type Props = { count: number; onShow: () => void }

/** "3 new payments – show". Always in the page, because only what changes inside is read aloud. */
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
 * For a list of payments. On its first page, newest first, new payments simply appear on top
 * (`currentFirstPage`). Anywhere else they would push rows away under the reader: there the list
 * stays as it is, `count` tells how many came in, and `show` asks for it again.
 */
export function useNewPayments(currentFirstPage: boolean): { count: number; show: () => void } {
  const { newPayments, holdLists, showNewPayments } = useLive()
  useEffect(() => (currentFirstPage ? undefined : holdLists()), [currentFirstPage, holdLists])
  return { count: newPayments, show: showNewPayments }
}
