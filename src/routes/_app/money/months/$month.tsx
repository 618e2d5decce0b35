import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { z } from 'zod'
import { DetailFailure } from '#client/components/detail-failure.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { firstLayout } from '#client/features/exports/export-request.ts'
import { downloadAfterCheck } from '#client/lib/download.ts'
import { withMode } from '#client/lib/mode.ts'
import { formatMonth, todayIn } from '#client/lib/words/days.ts'
import { formatDateTime, formatDay } from '#client/lib/words/format.ts'
import { exports as exportTexts } from '#client/texts/en/exports.ts'
import { months as texts } from '#client/texts/en/months.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { MonthDetail } from '#server/features/months/months.schema.ts'
import { Day } from '#server/shared/day.ts'
import { CloseMonthButton } from './-components/close-month.tsx'
import { MonthBadge } from './-components/month-badge.tsx'
import { MonthPrint } from './-components/month-print.tsx'
import { MonthSections } from './-components/month-sections.tsx'

const MonthSearch = z.object({ asOf: Day.optional().catch(undefined) })

export const Route = createFileRoute('/_app/money/months/$month')({
  validateSearch: MonthSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { month }, deps }) => {
    void queries.months.get.prefetch({ month, ...deps })
    void queries.team.role.prefetch()
  },
  component: MonthPage,
})

function MonthPage() {
  const { month } = Route.useParams()
  const search = Route.useSearch()
  const { data, error, refetch, isFetching } = trpc.months.get.useQuery({ month, ...search })
  const isMonth = /^\d{4}-\d{2}$/.test(month)
  return (
    <Page title={texts.title(isMonth ? formatMonth(month) : month)}>
      <div>
        <Anchor
          size="sm"
          display="inline-flex"
          renderRoot={(props) => <Link {...props} to="/money/months" />}
        >
          <IconArrowLeft size={18} aria-hidden />
          &nbsp;{texts.toList}
        </Anchor>
      </div>
      {data ? (
        <>
          <MonthHead month={data} />
          <MonthSections month={data} />
          <MonthPrint month={data} />
        </>
      ) : error ? (
        <DetailFailure
          texts={texts}
          list={{ to: '/money/months', label: texts.toList }}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : data === null ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFound} />
      ) : (
        <Stack gap="lg" aria-busy>
          <Skeleton height="8rem" radius="lg" />
          <Skeleton height="16rem" radius="lg" />
        </Stack>
      )}
    </Page>
  )
}

/** The state of the month, and what can be done with it. */
function MonthHead({ month }: { month: MonthDetail }) {
  const { timezone, closedAt, hash, asOf, state } = month
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group gap="sm">
          <MonthBadge state={state} />
          <Text size="sm" c="dimmed">
            {closedAt !== null && `${texts.closedOn(formatDateTime(closedAt, timezone))} · `}
            {texts.zone(timezone)}
          </Text>
        </Group>
        {hash !== null && asOf === null && (
          <Group gap="xs">
            <Text size="sm">{texts.hash}</Text>
            <IdText value={hash} copyLabel={texts.copyHash} />
          </Group>
        )}
        {asOf !== null && <Text size="sm">{texts.asOfNote(formatDay(asOf))}</Text>}
        <MonthActions month={month} />
      </Stack>
    </Paper>
  )
}

function MonthActions({ month }: { month: MonthDetail }) {
  const { obstacle, asOf, timezone } = month
  const { data: viewerRole } = trpc.team.role.useQuery()
  const navigate = Route.useNavigate()
  const download = () => {
    const query = new URLSearchParams({ month: month.month, layout: firstLayout() })
    if (asOf !== null) query.set('asOf', asOf)
    const checkExport = () => queries.months.get.fetch({ month: month.month })
    void downloadAfterCheck(withMode(`/api/months/export?${query}`), checkExport, exportTexts)
  }
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="date"
        label={texts.asOf}
        max={todayIn(timezone)}
        value={asOf ?? ''}
        onChange={(event) => {
          const day = Day.safeParse(event.currentTarget.value).data
          void navigate({ search: day === undefined ? {} : { asOf: day }, replace: true })
        }}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={download}
      >
        {texts.csv}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {texts.print}
      </Button>
      {viewerRole && obstacle === null && asOf === null && <CloseMonthButton month={month} />}
      {(obstacle === 'not_over' || obstacle === 'earlier_open') && (
        <Text size="sm" c="dimmed">
          {texts.close[obstacle]}
        </Text>
      )}
    </Group>
  )
}
