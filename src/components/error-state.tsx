import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { problemLine, readProblem } from '../lib/problem.ts'
import { common } from '../texts/common.ts'

type Props = { title?: string; error: unknown; onRetry: () => void; isRetrying?: boolean }

export function ErrorState({ title = common.loadFailed, error, onRetry, isRetrying }: Props) {
  const problem = readProblem(error)
  return (
    <Stack align="center" gap="xs" py="lg" px="md" ta="center" role="alert">
      <IconAlertTriangle size={24} aria-hidden color="var(--tone-failed)" />
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw="30rem">
        {problemLine(problem)}
      </Text>
      {problem.requestId && <RequestId value={problem.requestId} />}
      <Button
        variant="default"
        size="sm"
        mt="xs"
        onClick={onRetry}
        loading={isRetrying}
        leftSection={<IconRefresh size={16} aria-hidden />}
      >
        {common.retry}
      </Button>
    </Stack>
  )
}

function RequestId({ value }: { value: string }) {
  return (
    <Group gap="xs" justify="center">
      <Text size="xs" c="dimmed">
        {common.requestId}
      </Text>
      <Code>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" onClick={copy}>
            {copied ? common.copied : common.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
