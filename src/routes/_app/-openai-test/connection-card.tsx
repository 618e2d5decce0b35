import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Failure } from '#client/components/error-state.tsx'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { openaiTest } from '#client/texts/en/openai-test.ts'
import { trpc } from '#client/trpc.ts'
import { Card } from './card.tsx'

const texts = openaiTest.connection

export function ConnectionCard() {
  const { data, error, refetch, isFetching } = trpc.openai.test.useQuery(undefined, {
    enabled: false,
    // No caching: an earlier result does not describe the connection now.
    gcTime: 0,
  })
  return (
    <Card title={texts.title} about={texts.about}>
      <Group>
        <Button
          leftSection={<IconPlugConnected size={18} aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {texts.run}
        </Button>
        {isFetching && (
          <Text size="sm" c="dimmed" role="status">
            {texts.running}
          </Text>
        )}
      </Group>
      {!isFetching && error && (
        <Failure title={texts.failed}>
          <Text size="sm">{problemLine(readProblem(error))}</Text>
          {readProblem(error).reason === 'openai_not_configured' && (
            <Anchor
              size="sm"
              underline="always"
              renderRoot={(props) => <Link to="/openai-environment-config" {...props} />}
            >
              {texts.setUp}
            </Anchor>
          )}
        </Failure>
      )}
      {!isFetching && !error && data && (
        <Alert
          color="var(--tone-success)"
          variant="outline"
          title={texts.works}
          icon={<IconCircleCheck aria-hidden />}
          role="status"
        >
          <Text size="sm">{data.message}</Text>
          <Text size="sm">
            {texts.model}: <b>{data.model}</b>
          </Text>
        </Alert>
      )}
    </Card>
  )
}
