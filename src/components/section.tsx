import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Anchor for URLs that link to this section. */
  id?: string
  text?: string
  mark?: ReactNode
  action?: ReactNode
  isBusy?: boolean
  children?: ReactNode
}

export function Section({ title, id, text, mark, action, isBusy, children }: Props) {
  return (
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      id={id}
      aria-label={title}
      aria-busy={isBusy}
    >
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Title order={2}>{title}</Title>
            {mark}
          </Group>
          {action}
        </Group>
        {text && (
          <Text size="sm" c="dimmed" mt={-8} maw="42rem">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  )
}
