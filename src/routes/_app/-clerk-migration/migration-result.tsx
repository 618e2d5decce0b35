import { Stack, Text, Title } from '@mantine/core'
import { Failure } from '#client/components/error-state.tsx'
import { GuideText, parseOutput } from '#client/features/guides/generated.tsx'
import classes from '#client/features/guides/guides.module.css'
import { Points } from '#client/features/guides/marked-text.tsx'
import { aiGuides, clerkMigration } from '#client/texts/en/ai-guides.ts'
import { MigrationStatus } from '#server/features/clerk/clerk.schema.ts'

const texts = clerkMigration.status

type MigrationResultProps = Partial<MigrationStatus> & { isFetching: boolean }

/** The detected state and the plan, or a note that the answer is unreadable. */
export function MigrationResult({ isFetching, ...response }: MigrationResultProps) {
  const status = parseOutput(MigrationStatus.shape.status, response.status)
  const plan = parseOutput(MigrationStatus.shape.plan, response.plan)
  if (!status && !plan) {
    if (isFetching) return null
    return <Failure title={aiGuides.failed}>{aiGuides.invalid}</Failure>
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
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </div>
  )
}
