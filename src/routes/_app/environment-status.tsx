import { Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { Page } from '#client/components/page.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { pageProcessor } from '#client/processors/registry.ts'
import { environmentStatus } from '#client/texts/en/environment-status.ts'
import { trpc } from '#client/trpc.ts'
import type { EnvironmentStatus } from '#server/features/environment/environment.schema.ts'
import { StatusChecks } from './-environment-status/status-checks.tsx'

export const Route = createFileRoute('/_app/environment-status')({
  staticData: { needsMerchant: false, opensOnFailure: true },
  component: StatusPage,
})

function StatusPage() {
  const { user, merchant, isUnknown } = useSignedIn()
  // Requested for unknown viewers too: without its database, the server still answers a session that it can
  // verify.
  const mayRequest = user !== undefined || isUnknown
  const query = trpc.environment.status.useQuery(undefined, { enabled: mayRequest })
  return (
    <Page title={environmentStatus.title}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">{mayRequest ? environmentStatus.intro : environmentStatus.signedOut}</Text>
        {mayRequest && (
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
        {/* Defaults replace fields missing from a response, not a missing response. */}
        {(query.data || !query.error) && (
          <Details status={query.data} timezone={merchant.timezone} />
        )}
      </Stack>
    </Page>
  )
}

type DetailsProps = { status: Partial<EnvironmentStatus> | null | undefined; timezone: string }

function Details({ status, timezone }: DetailsProps) {
  const { details, fallback } = environmentStatus
  const { isMember } = useSignedIn()
  const accounts = trpc.processorAccounts.list.useQuery(undefined, { enabled: isMember })
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
      {accounts.data?.map((account) => {
        const processor = pageProcessor(account.processor)
        return (
          processor && (
            <Fact key={account.id} label={processor.label}>
              <processor.NotificationStatus account={account} />
            </Fact>
          )
        )
      })}
    </FactList>
  )
}
