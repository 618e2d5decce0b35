import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useOnline } from '../lib/hooks/use-online.ts'
import { isCallError, problemLine, readProblem } from '../lib/problem.ts'
import { common } from '../texts/en/common.ts'
import { type ProblemWords, problems } from '../texts/en/problems.ts'

type Props = {
  title?: string
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
  /** Texts for a screen whose language differs from that of most screens. */
  words?: ProblemWords
}

export function ErrorState(props: Props) {
  const { title = common.loadFailed, error, onRetry, isRetrying, words = problems } = props
  const { requestId, status } = readProblem(error, words)
  const isOnline = useOnline()
  const isOffline = !isOnline && status === undefined && isCallError(error)
  return (
    <Stack align="center" gap="xs" py="lg" px="md" ta="center" role="alert" lang={words.language}>
      {isOffline ? (
        <IconWifiOff size={24} aria-hidden color="var(--tone-pending)" />
      ) : (
        <IconAlertTriangle size={24} aria-hidden color="var(--tone-failed)" />
      )}
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw="30rem">
        {isOffline ? words.offline : problemLine(readProblem(error, words))}
      </Text>
      {requestId && <RequestId value={requestId} words={words} />}
      <Button
        variant="default"
        size="sm"
        mt="xs"
        onClick={onRetry}
        loading={isRetrying}
        leftSection={<IconRefresh size={16} aria-hidden />}
      >
        {words.retry}
      </Button>
    </Stack>
  )
}

function RequestId({ value, words }: { value: string; words: ProblemWords }) {
  return (
    <Group gap="xs" justify="center">
      <Text size="xs" c="dimmed">
        {words.requestId}
      </Text>
      <Code>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" onClick={copy}>
            {copied ? words.copied : words.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}

/** The red alert of a failed action. */
export function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      color="var(--tone-failed)"
      variant="outline"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      {children}
    </Alert>
  )
}
