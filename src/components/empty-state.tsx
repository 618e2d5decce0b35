import { Stack, Text } from '@mantine/core'
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
