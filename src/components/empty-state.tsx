import { Button, Stack, Text } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { title?: string; text: string; icon?: ReactNode; action?: ReactNode }

export function EmptyState({ title, text, icon, action }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      {icon}
      {title && <Text fw={600}>{title}</Text>}
      <Text c="dimmed" size="sm" maw="26rem">
        {text}
      </Text>
      {action}
    </Stack>
  )
}

type NoMatchProps = { title: string; text: string; clear: string; onClear: () => void }

/** Shown when no row matches the filters. */
export function NoMatch({ title, text, clear, onClear }: NoMatchProps) {
  return (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />}
      title={title}
      text={text}
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          {clear}
        </Button>
      }
    />
  )
}
