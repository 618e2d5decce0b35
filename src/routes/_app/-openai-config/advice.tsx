import { Title } from '@mantine/core'
import type { EnvironmentAdvice } from '#server/features/openai/openai.schema.ts'
import { CodeLines } from '../../../features/guides/code-lines.tsx'
import { failureLine } from '../../../features/guides/failure-line.ts'
import { GenerateButton, GuideFailure, GuideText } from '../../../features/guides/generated.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { aiGuides } from '../../../texts/ai-guides.ts'
import { openaiConfig } from '../../../texts/openai-config.ts'
import { trpc } from '../../../trpc.ts'

const texts = openaiConfig.advice

export function Advice() {
  const { data, error, refetch, isFetching } = trpc.openai.environmentAdvice.useQuery(undefined, {
    enabled: false,
  })
  return (
    <GuideSection title={texts.title} text={texts.text}>
      <GenerateButton
        label={data ? texts.again : texts.run}
        isMaking={isFetching}
        isReady={data?.success === true && !error}
        onClick={() => void refetch()}
      />
      {!isFetching && error && (
        <GuideFailure title={aiGuides.failed}>{failureLine(error)}</GuideFailure>
      )}
      {!isFetching && !error && data && !data.success && (
        <GuideFailure title={aiGuides.openaiFailed}>{data.error || aiGuides.invalid}</GuideFailure>
      )}
      {!error && data && <Configuration {...data} />}
    </GuideSection>
  )
}

type Settings = EnvironmentAdvice['configuration']['replit_secrets']

const linesOf = (settings: Settings) =>
  settings.map(({ name, value }) => `${name}=${value}`).join('\n')

/** What to set is ours, so it is there also when the model gave no advice. */
function Configuration({ success, advice, configuration }: EnvironmentAdvice) {
  return (
    <>
      {success && (
        <>
          <Title order={4}>{texts.advice}</Title>
          <GuideText text={advice} />
        </>
      )}
      <Title order={4}>{texts.replit}</Title>
      <CodeLines code={linesOf(configuration.replit_secrets)} what={texts.code.replit} />
      <Title order={4}>{texts.vercel}</Title>
      <CodeLines code={linesOf(configuration.vercel_environment)} what={texts.code.vercel} />
      <Title order={4}>{texts.steps}</Title>
      <Points points={configuration.setup_steps} type="ordered" />
    </>
  )
}
