import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { common } from '../texts/common.ts'

type Props = { value: string; label: string }

export function CopyIcon({ value, label }: Props) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <>
      <Tooltip
        label={clipboard.copied ? common.copied : label}
        opened={clipboard.copied || undefined}
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? (
            <IconCheck size={16} aria-hidden color="var(--tone-success)" />
          ) : (
            <IconCopy size={16} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{clipboard.copied ? common.copied : ''}</VisuallyHidden>
    </>
  )
}
