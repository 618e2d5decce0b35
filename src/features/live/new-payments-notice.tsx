import { Box, Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { live } from '../../texts/shell.ts'

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
