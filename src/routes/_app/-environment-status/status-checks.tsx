import {
  Alert,
  DataList,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import { ErrorState } from '#client/components/error-state.tsx'
import facts from '#client/components/fact-list.module.css'
import { Tag } from '#client/components/status-badge.tsx'
import { MarkedText } from '#client/features/guides/marked-text.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { translateFinding } from '#client/lib/words/finding-words.ts'
import { environmentStatus } from '#client/texts/en/environment-status.ts'
import {
  type CheckName,
  CheckStatus,
  checkNames,
  type EnvironmentCheck,
  type EnvironmentStatus,
  notInUse,
} from '#server/features/environment/environment.schema.ts'
import classes from '../-environment/environment.module.css'

type StatusQuery = {
  /** Null or undefined when no person is signed in or no request was sent yet. */
  data: EnvironmentStatus | null | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
}

/** The status cards, in every state of their query. */
export function StatusChecks({ query }: { query: StatusQuery }) {
  const { data, error, isFetching, refetch } = query
  if (error && !data) {
    return (
      <Paper>
        <ErrorState
          title={environmentStatus.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  const isFirst = isFetching && !data
  return (
    <Stack component="section" gap="md" aria-label={environmentStatus.checks} aria-busy={isFirst}>
      {error && !isFetching ? (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {environmentStatus.notRefreshed}
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {isFirst
          ? checkNames.map((name) => <CheckSkeleton key={name} />)
          : checkNames.map((name) => (
              <CheckCard key={name} name={name} check={completeCheck(data?.[name])} />
            ))}
      </SimpleGrid>
      <VisuallyHidden role="status">
        {isFetching ? environmentStatus.running : data ? outcomeOf(data) : ''}
      </VisuallyHidden>
    </Stack>
  )
}

function outcomeOf(status: EnvironmentStatus): string {
  const foundStates = checkNames.map((name) => stateOf(completeCheck(status[name])))
  const parts = states.flatMap((each) => {
    const count = foundStates.filter((other) => other === each).length
    return count === 0 ? [] : [environmentStatus.count(count, each)]
  })
  return environmentStatus.ran(parts.join(', '))
}

function CheckSkeleton() {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Skeleton height="1.25rem" width="40%" mb="xs" />
      <Skeleton height="0.875rem" width="85%" mb="xs" />
      <Skeleton height="5rem" />
    </Paper>
  )
}

type Props = { name: CheckName; check: EnvironmentCheck }

function CheckCard({ name, check }: Props) {
  const { message, details, fix } = check
  const title = environmentStatus.names[name]
  return (
    <Paper
      component="article"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={title}
      className={classes.check}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="xs" align="flex-start">
          <div>
            <Title order={2} size="h3">
              {title}
            </Title>
            <Text size="xs" c="dimmed">
              {environmentStatus.about[name]}
            </Text>
          </div>
          <CheckBadge state={stateOf(check)} />
        </Group>
        {message === environmentStatus.missing ? (
          <Text size="sm" lang={languageFor('it')}>
            {message}
          </Text>
        ) : (
          <Finding sentence={message} />
        )}
        {fix && (
          <div className={classes.fix}>
            <Text size="xs" fw={600} c="dimmed">
              {environmentStatus.toDo}
            </Text>
            <Finding sentence={fix} />
          </div>
        )}
        {details.length > 0 && (
          <DataList size="sm" labelWidth="8.5rem">
            {details.map((detail) => {
              const label = translateFinding(detail.label)
              const value = translateFinding(detail.value)
              return (
                <DataList.Item key={detail.label}>
                  <DataList.ItemLabel className={facts.label} lang={label.lang}>
                    {label.text}
                  </DataList.ItemLabel>
                  <DataList.ItemValue className={classes.value} lang={value.lang}>
                    {value.text}
                  </DataList.ItemValue>
                </DataList.Item>
              )
            })}
          </DataList>
        )}
      </Stack>
    </Paper>
  )
}

function Finding({ sentence }: { sentence: string }) {
  const { text, lang } = translateFinding(sentence)
  return (
    <Text size="sm" lang={lang}>
      <MarkedText text={text} />
    </Text>
  )
}

type State = CheckStatus | 'notInUse'

const states: State[] = [...CheckStatus.options, 'notInUse']

/** Returns the state of a check; an unused service is neither healthy nor failing. */
const stateOf = ({ status, message }: EnvironmentCheck): State =>
  Object.values<string>(notInUse).includes(message) ? 'notInUse' : status

const stateStyles: Record<
  State,
  { tone: 'success' | 'pending' | 'failed' | 'neutral'; icon: TablerIcon }
> = {
  healthy: { tone: 'success', icon: IconCircleCheck },
  warning: { tone: 'pending', icon: IconAlertTriangle },
  error: { tone: 'failed', icon: IconCircleX },
  unknown: { tone: 'neutral', icon: IconHelpCircle },
  notInUse: { tone: 'neutral', icon: IconCircleMinus },
}

function CheckBadge({ state }: { state: State }) {
  const { tone, icon: Icon } = stateStyles[state]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {environmentStatus.statuses[state]}
    </Tag>
  )
}

/** Returns a check with defaults for the fields that the server left out. */
function completeCheck(check: Partial<EnvironmentCheck> | null | undefined): EnvironmentCheck {
  return {
    status: CheckStatus.safeParse(check?.status).data ?? 'unknown',
    message: check?.message || environmentStatus.missing,
    details: check?.details ?? [],
    fix: check?.fix ?? null,
  }
}
