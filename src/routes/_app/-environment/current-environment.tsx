import { Group, Skeleton, Text } from '@mantine/core'
import { IconServer2 } from '@tabler/icons-react'
import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { config } from '../../../lib/config.ts'
import { errorWordsIt } from '../../../lib/problem-it.ts'
import { environment } from '../../../texts/environment.ts'
import classes from './environment.module.css'

const texts = environment.current

type Props = {
  current: EnvironmentName | undefined
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
}

export function CurrentEnvironment({ current, query }: Props) {
  return (
    <GuideSection title={texts.title}>
      {current ? (
        <Group gap="md" wrap="nowrap">
          <IconServer2 size={32} stroke={1.5} aria-hidden className={classes.icon} />
          <div>
            <Text fw={650} size="xl">
              {environment.cards[current].name}
            </Text>
            <Text size="sm" c="dimmed">
              {texts.version(config.version)} · {texts.signIn[config.identity]}
            </Text>
          </div>
        </Group>
      ) : (
        <Unknown {...query} />
      )}
      <Text size="sm">{texts.sandbox}</Text>
    </GuideSection>
  )
}

function Unknown({ error, refetch, isFetching }: Props['query']) {
  if (!error) return <Skeleton height="3.25rem" width="14rem" aria-busy />
  return (
    <ErrorState
      title={texts.failed}
      words={errorWordsIt}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
