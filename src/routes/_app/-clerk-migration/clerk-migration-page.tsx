import { Stack, Text, Title } from '@mantine/core'
import { MigrationStatus } from '#server/features/clerk/clerk.schema.ts'
import { ExternalLinks } from '../../../features/guides/external-link.tsx'
import { failureLine } from '../../../features/guides/failure-line.ts'
import { GenerateButton, GuideFailure, GuideText } from '../../../features/guides/generated.tsx'
import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import classes from '../../../features/guides/guides.module.css'
import { Points } from '../../../features/guides/points.tsx'
import { readAnswer } from '../../../lib/read-answer.ts'
import { aiGuides, clerkMigration } from '../../../texts/ai-guides.ts'
import { trpc } from '../../../trpc.ts'

const { checklist, status: texts, links } = clerkMigration

export function ClerkMigrationPage() {
  const { data, error, refetch, isFetching } = trpc.clerk.migrationStatus.useQuery(undefined, {
    enabled: false,
  })
  return (
    <GuidePage title={clerkMigration.title} intro={clerkMigration.intro}>
      <GuideSection title={checklist.title}>
        <Points points={checklist.points} />
        <ExternalLinks links={links} />
      </GuideSection>
      <GuideSection title={texts.title} text={texts.text}>
        <GenerateButton
          label={data ? texts.again : texts.run}
          isMaking={isFetching}
          isReady={data !== undefined && data !== null && !error}
          onClick={() => void refetch()}
        />
        {!isFetching && error && (
          <GuideFailure title={aiGuides.failed}>{failureLine(error)}</GuideFailure>
        )}
        {!error && data && <Found {...data} isFetching={isFetching} />}
      </GuideSection>
    </GuidePage>
  )
}

type FoundProps = Partial<MigrationStatus> & { isFetching: boolean }

function Found({ isFetching, ...answer }: FoundProps) {
  const status = readAnswer(MigrationStatus.shape.status, answer.status)
  const plan = readAnswer(MigrationStatus.shape.plan, answer.plan)
  if (!status && !plan) {
    if (isFetching) return null
    return <GuideFailure title={aiGuides.failed}>{aiGuides.invalid}</GuideFailure>
  }
  return (
    <Stack gap="md">
      {status && <Status {...status} />}
      <Part title={texts.plan}>
        <GuideText text={plan?.plan ?? ''} />
      </Part>
      {plan && (
        <Part title={texts.steps}>
          <Points points={plan.steps} type="ordered" />
        </Part>
      )}
    </Stack>
  )
}

function Status(status: MigrationStatus['status']) {
  const facts = [
    [texts.environment, status.currentEnvironment],
    [texts.publicKey, status.publicKey ?? texts.notSet],
    [texts.secretKey, status.secretKey ?? texts.notSet],
  ] as const
  return (
    <>
      <Text component="dl" size="sm" className={classes.found}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Text>
      <Part title={texts.issues}>
        {status.issues.length === 0 ? (
          <Text size="sm">{texts.noIssues}</Text>
        ) : (
          <Points points={status.issues} />
        )}
      </Part>
      {status.recommendations.length > 0 && (
        <Part title={texts.recommendations}>
          <Points points={status.recommendations} />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <Title order={4} size="h3" mb="xs">
        {title}
      </Title>
      {children}
    </div>
  )
}
