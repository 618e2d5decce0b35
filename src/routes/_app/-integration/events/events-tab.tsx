import { Button, Group, Menu, NativeSelect, Stack, Tabs } from '@mantine/core'
import { IconChevronDown, IconSend } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { NoMatch } from '#client/components/empty-state.tsx'
import { Pager } from '#client/components/list/pager.tsx'
import { Section } from '#client/components/section.tsx'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { webhookEvents as texts } from '#client/texts/en/webhook-events.ts'
import { trpc } from '#client/trpc.ts'
import { EventStatus } from '#server/features/webhooks/event-status.schema.ts'
import { EventType, eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { CodeBlock } from '../code-block.tsx'
import classes from '../integration.module.css'
import { type EventFilter, type IntegrationSearch, ROWS_PER_PAGE } from '../integration-search.ts'
import {
  eventsInput,
  isNarrowed,
  noEventFilter,
  pageCountOf,
  useChangeSearch,
  useEndpoint,
} from '../use-integration.ts'
import { verifySnippets } from '../verify-snippets.ts'
import { EndpointsSection } from '../webhook-endpoints/endpoints-section.tsx'
import { EventsContent } from './events-content.tsx'
import { ReplayFailed } from './replay-failed.tsx'

type Props = { search: IntegrationSearch }

export function EventsTab({ search }: Props) {
  const { page, status, type, endpoint } = search
  const change = useChangeSearch()
  const isReady = useEndpoint(endpoint) === 'ready'
  const query = trpc.webhooks.list.useQuery(eventsInput(search), {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  const { data, isPlaceholderData } = query
  const isFiltered = isNarrowed({ status, type })
  const pageCount = data ? pageCountOf(data.total) : 0
  if (!isPlaceholderData && pageCount > 0 && page > pageCount) {
    return <Navigate to="." search={{ ...search, page: pageCount }} replace />
  }
  return (
    <Stack gap="md">
      <EndpointsSection shown={endpoint} />
      <Section
        title={texts.title}
        text={texts.help}
        isBusy={query.isFetching}
        action={
          isReady && (
            <EditorsOnly>
              <Group gap="xs">
                <ReplayFailed type={type} endpointId={endpoint} />
                <TestEventMenu endpointId={endpoint} />
              </Group>
            </EditorsOnly>
          )
        }
      >
        <EventFilters
          filter={{ status, type }}
          onChange={(changed) => change({ ...changed, page: 1 })}
        />
        <EventsContent
          query={query}
          label={texts.list}
          endpointId={endpoint}
          empty={
            isFiltered ? (
              <NoMatch
                title={texts.empty}
                text={texts.noMatch}
                clear={texts.clearFilters}
                onClear={() => change({ ...noEventFilter, page: 1 })}
              />
            ) : undefined
          }
        />
        {data && data.data.length > 0 && (
          <Pager
            page={page}
            pageSize={ROWS_PER_PAGE}
            pageCount={pageCountOf(data.total)}
            result={data}
            onPage={(next) => change({ page: next })}
          />
        )}
      </Section>
      <VerifySection />
    </Stack>
  )
}

type EventFiltersProps = { filter: EventFilter; onChange: (changed: Partial<EventFilter>) => void }

const statusOptions = [
  { value: '', label: texts.allStatuses },
  ...EventStatus.options.map((value) => ({ value, label: texts.statuses[value] })),
]

const typeOptions = [
  { value: '', label: texts.allTypes },
  ...eventTypes.map((value) => ({ value, label: value })),
]

function EventFilters({ filter: { status, type }, onChange }: EventFiltersProps) {
  return (
    <Group gap="sm" role="search" aria-label={texts.filters}>
      <NativeSelect
        label={texts.status}
        className={classes.choice}
        data={statusOptions}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: EventStatus.safeParse(value).data })
        }
      />
      <NativeSelect
        label={texts.type}
        className={classes.choice}
        data={typeOptions}
        value={type ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ type: EventType.safeParse(value).data })
        }
      />
    </Group>
  )
}

const sendTestTexts = texts.sendTest

function TestEventMenu({ endpointId: id }: { endpointId: string | undefined }) {
  const options = {
    onSuccess: ({ eventType }: { eventType: string }) =>
      notify.success(sendTestTexts.sent(eventType)),
    onError: (error: unknown) =>
      notify.error({ title: texts.failed, message: readProblem(error).detail }),
  }
  const integrationTest = trpc.webhooks.test.useMutation(options)
  const endpointTest = trpc.webhookEndpoints.test.useMutation(options)
  const isPending = integrationTest.isPending || endpointTest.isPending
  const send = (eventType: EventType) =>
    id === undefined
      ? integrationTest.mutate({ eventType })
      : endpointTest.mutate({ id, eventType })
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          leftSection={<IconSend size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {sendTestTexts.open}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {eventTypes.map((eventType) => (
          <Menu.Item key={eventType} onClick={() => send(eventType)}>
            {eventType}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const verifyTexts = texts.verify

function VerifySection() {
  return (
    <Section title={verifyTexts.title} id="verify" text={verifyTexts.text}>
      <Tabs defaultValue="shell" variant="pills" keepMounted={false}>
        <Tabs.List aria-label={verifyTexts.languages} mb="sm">
          {verifySnippets.map(({ id, language }) => (
            <Tabs.Tab key={id} value={id}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {verifySnippets.map(({ id, language, code }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock
              code={code.trimEnd()}
              label={verifyTexts.code(language)}
              copyLabel={verifyTexts.copy(language)}
              isTall
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  )
}
