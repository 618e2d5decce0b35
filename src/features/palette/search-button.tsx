import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCompact } from '../../lib/use-narrow.ts'
import { palette as texts } from '../../texts/shell.ts'
import { useModKey } from './mod-key.ts'
import classes from './palette.module.css'

type Props = { onOpen: () => void }

/** Looks like a field, because what it opens is one. */
export function SearchButton({ onOpen }: Props) {
  const isCompact = useCompact()
  const { joined } = useModKey()
  const shared = {
    onClick: onOpen,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
  } as const
  if (isCompact) {
    return (
      <ActionIcon variant="subtle" color="gray" size={40} aria-label={texts.open} {...shared}>
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton className={classes.open} {...shared}>
      <IconSearch size={16} aria-hidden />
      {texts.open}
      <Kbd size="xs" aria-hidden>
        {joined}
      </Kbd>
    </UnstyledButton>
  )
}
