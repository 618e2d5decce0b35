import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { EnvironmentStatus } from '#server/features/environment/environment.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Fact, FactList } from '../../../components/fact-list.tsx'
import { Page } from '../../../components/page.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { environmentStatus } from '../../../texts/environment-status.ts'
import { trpc } from '../../../trpc.ts'
import { StatusChecks } from './status-checks.tsx'

export function StatusPage() {
  const { user, merchant, isUnknown } = useSignedIn()
  // Without its database the server still answers a session that proves itself.
  const mayAsk = user !== undefined || isUnknown
  const query = trpc.environment.status.useQuery(undefined, { enabled: mayAsk })
  return (
    <Page title={environmentStatus.title} width="64rem">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="1.375rem">
            {environmentStatus.title}
          </Title>
          <Text c="dimmed" mt={6}>
            {mayAsk ? environmentStatus.intro : environmentStatus.signedOut}
          </Text>
        </div>
        {mayAsk && (
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {environmentStatus.run}
          </Button>
        )}
      </Group>
      <Stack gap="md">
        <StatusChecks query={query} />
        <Details status={query.data} timezone={merchant.timezone} />
      </Stack>
    </Page>
  )
}

type DetailsProps = { status: Partial<EnvironmentStatus> | null | undefined; timezone: string }

function Details({ status, timezone }: DetailsProps) {
  const { details, fallback } = environmentStatus
  return (
    <FactList title={details.title} note={details.note(timezone)} labelWidth="9rem">
      <Fact label={details.environment}>{status?.environment || fallback.environment}</Fact>
      <Fact label={details.version}>{status?.version || fallback.version}</Fact>
      <Fact label={details.lastUpdated}>
        {status?.lastUpdated ? (
          <DateText at={status.lastUpdated} timezone={timezone} />
        ) : (
          details.never
        )}
      </Fact>
    </FactList>
  )
}
