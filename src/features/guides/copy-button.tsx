import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { guides } from '../../texts/guides.ts'
import { copyText } from './copy-text.ts'

type Props = { value: string; what: string }

export function CopyButton({ value, what }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={guides.copy(what)}
      onClick={() => void copyText(value, what)}
    >
      <IconCopy size={18} aria-hidden />
    </ActionIcon>
  )
}
