import { Title } from '@mantine/core'
import { EnvironmentAdvice } from '#server/features/openai/openai.schema.ts'
import { CodeLines } from '../../../features/guides/code-lines.tsx'
import { failureLine } from '../../../features/guides/failure-line.ts'
import { GenerateButton, GuideFailure, GuideText } from '../../../features/guides/generated.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { readAnswer, textOf } from '../../../lib/read-answer.ts'
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
      {!isFetching && !error && data && data.success !== true && (
        <GuideFailure title={aiGuides.openaiFailed}>
          {textOf(data.error) || aiGuides.invalid}
        </GuideFailure>
      )}
      {!error && data && <Found {...data} />}
    </GuideSection>
  )
}

type Settings = EnvironmentAdvice['configuration']['replit_secrets']

const linesOf = (settings: Settings) =>
  settings.map(({ name, value }) => `${name}=${value}`).join('\n')

/** What to set is ours, so it is there also when the model gave no advice. */
function Found({ success, advice, configuration }: EnvironmentAdvice) {
  const readable = readAnswer(EnvironmentAdvice.shape.configuration, configuration)
  return (
    <>
      {success === true && (
        <>
          <Title order={4}>{texts.advice}</Title>
          <GuideText text={textOf(advice)} />
        </>
      )}
      {readable && <Configuration {...readable} />}
      {success === true && !readable && (
        <GuideFailure title={aiGuides.openaiFailed}>{aiGuides.invalid}</GuideFailure>
      )}
    </>
  )
}

function Configuration(configuration: EnvironmentAdvice['configuration']) {
  return (
    <>
      <Title order={4}>{texts.replit}</Title>
      <CodeLines code={linesOf(configuration.replit_secrets)} what={texts.code.replit} />
      <Title order={4}>{texts.vercel}</Title>
      <CodeLines code={linesOf(configuration.vercel_environment)} what={texts.code.vercel} />
      <Title order={4}>{texts.steps}</Title>
      <Points points={configuration.setup_steps} type="ordered" />
    </>
  )
}
