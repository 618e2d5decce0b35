import { Anchor, Paper, Skeleton, Table, Text } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { Page } from '#client/components/page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { formatMonth } from '#client/lib/words/days.ts'
import { formatDateTime } from '#client/lib/words/format.ts'
import { months as texts } from '#client/texts/en/months.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { MonthEntry } from '#server/features/months/months.schema.ts'
import { MoneySections } from '../-components/money-sections.tsx'
import { MonthBadge } from './-components/month-badge.tsx'

export const Route = createFileRoute('/_app/money/months/')({
  loader: () => {
    void queries.months.list.prefetch()
  },
  component: MonthsPage,
})

function MonthsPage() {
  const { data, error, refetch, isFetching } = trpc.months.list.useQuery()
  return (
    <Page title={texts.caption}>
      <MoneySections current="months" />
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      {data ? (
        <MonthList months={data} />
      ) : error ? (
        <Paper>
          <ErrorState
            title={texts.loadFailed}
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Paper>
      ) : (
        <Skeleton height="16rem" radius="lg" aria-busy />
      )}
    </Page>
  )
}

function MonthList({ months }: { months: readonly MonthEntry[] }) {
  const { timezone } = useSignedIn().merchant
  return (
    <Paper p={{ base: 'sm', sm: 'md' }}>
      <Table aria-label={texts.caption} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.columns.month}</Table.Th>
            <Table.Th>{texts.columns.state}</Table.Th>
            <Table.Th>{texts.columns.closedAt}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.map(({ month, state, closedAt }) => (
            <Table.Tr key={month}>
              <Table.Td>
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link {...props} to="/money/months/$month" params={{ month }} />
                  )}
                >
                  {formatMonth(month)}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <MonthBadge state={state} />
              </Table.Td>
              <Table.Td>{closedAt === null ? '—' : formatDateTime(closedAt, timezone)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
