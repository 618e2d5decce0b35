import { Anchor, Code, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Failure } from '#client/components/error-state.tsx'
import { CodeLines } from '#client/features/guides/code-lines.tsx'
import { ExternalLinks } from '#client/features/guides/external-link.tsx'
import {
  failureLine,
  GenerateButton,
  GuideText,
  parseOutput,
  textOf,
} from '#client/features/guides/generated.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import { MarkedText, Points } from '#client/features/guides/marked-text.tsx'
import { aiGuides } from '#client/texts/en/ai-guides.ts'
import { openaiConfig } from '#client/texts/en/openai-config.ts'
import { trpc } from '#client/trpc.ts'
import { EnvironmentAdvice } from '#server/features/openai/openai.schema.ts'
import classes from './openai-config.module.css'

const { variables, file, steps } = openaiConfig

export function OpenaiConfigPage() {
  return (
    <GuidePage title={openaiConfig.title} intro={openaiConfig.intro}>
      <Advice />
      <GuideSection title={variables.title}>
        <dl className={classes.variables}>
          {variables.rows.map(({ name, value, meaning }) => (
            <div key={name} className={classes.variable}>
              <dt>
                <Code>{name}</Code>
              </dt>
              <Text size="sm" component="dd" className={classes.meaning}>
                <MarkedText text={meaning} />
                <Text size="sm" c="dimmed" component="span" display="block" mt={2}>
                  {variables.missing(value)}
                </Text>
              </Text>
            </div>
          ))}
        </dl>
      </GuideSection>
      <GuideSection title={file.title}>
        <CodeLines code={file.code} what={file.what} />
      </GuideSection>
      <GuideSection title={steps.title}>
        <Points points={steps.points} type="ordered" />
        <ExternalLinks links={openaiConfig.links} />
        <Anchor size="sm" renderRoot={(props) => <Link to="/environment-management" {...props} />}>
          {openaiConfig.environments}
        </Anchor>
      </GuideSection>
    </GuidePage>
  )
}

const texts = openaiConfig.advice

function Advice() {
  const { data, error, refetch, isFetching } = trpc.openai.environmentAdvice.useQuery(undefined, {
    enabled: false,
  })
  return (
    <GuideSection title={texts.title} text={texts.text}>
      <GenerateButton
        label={data ? texts.again : texts.run}
        isGenerating={isFetching}
        isReady={data?.success === true && !error}
        onClick={() => void refetch()}
      />
      {!isFetching && error && <Failure title={aiGuides.failed}>{failureLine(error)}</Failure>}
      {!isFetching && !error && data && data.success !== true && (
        <Failure title={aiGuides.openaiFailed}>{textOf(data.error) || aiGuides.invalid}</Failure>
      )}
      {!error && data && <AdviceResult {...data} />}
    </GuideSection>
  )
}

type Settings = EnvironmentAdvice['configuration']['replit_secrets']

const linesOf = (settings: Settings) =>
  settings.map(({ name, value }) => `${name}=${value}`).join('\n')

/**
 * The model's advice and the settings. The server generates the settings without the model, so they are shown
 * even when the model gave no advice.
 */
function AdviceResult({ success, advice, configuration }: EnvironmentAdvice) {
  const readable = parseOutput(EnvironmentAdvice.shape.configuration, configuration)
  return (
    <>
      {success === true && (
        <>
          <Title order={3} size="sm">
            {texts.advice}
          </Title>
          <GuideText text={withoutLines(textOf(advice), readable?.setup_steps)} />
        </>
      )}
      {readable && <Configuration {...readable} />}
      {success === true && !readable && (
        <Failure title={aiGuides.openaiFailed}>{aiGuides.invalid}</Failure>
      )}
    </>
  )
}

/** Removes the lines of a list from a text, because the page shows that list separately. */
const withoutLines = (text: string, lines: readonly string[] = []): string =>
  text
    .split('\n')
    .filter((line) => !lines.includes(line.trim()))
    .join('\n')

function Configuration(configuration: EnvironmentAdvice['configuration']) {
  return (
    <>
      <Title order={3} size="sm">
        {texts.replit}
      </Title>
      <CodeLines code={linesOf(configuration.replit_secrets)} what={texts.code.replit} />
      <Title order={3} size="sm">
        {texts.vercel}
      </Title>
      <CodeLines code={linesOf(configuration.vercel_environment)} what={texts.code.vercel} />
      <Title order={3} size="sm">
        {texts.steps}
      </Title>
      <Points points={configuration.setup_steps} type="ordered" />
    </>
  )
}
