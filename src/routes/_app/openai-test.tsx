import { Button, SimpleGrid, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#client/components/page.tsx'
import { openaiTest } from '#client/texts/en/openai-test.ts'
import type { AnalysisRequest } from '#server/features/openai/openai.schema.ts'
import { AnalysisCard } from './-openai-test/analysis-card.tsx'
import { Card } from './-openai-test/card.tsx'
import { ConnectionCard } from './-openai-test/connection-card.tsx'
import classes from './-openai-test/openai-test.module.css'
import { useAnalysis } from './-openai-test/use-analysis.ts'

export const Route = createFileRoute('/_app/openai-test')({
  staticData: { needsMerchant: false, needsSession: true },
  component: OpenaiTestPage,
})

function OpenaiTestPage() {
  const analysis = useAnalysis()
  return (
    <Page title={openaiTest.title}>
      <Text c="dimmed">{openaiTest.intro}</Text>
      <ConnectionCard />
      <AnalysisCard analysis={analysis} />
      <FeatureList
        isRunning={analysis.state === 'running'}
        onStart={(feature) => void analysis.run(feature)}
      />
    </Page>
  )
}

const texts = openaiTest.features

type Props = { isRunning: boolean; onStart: (request: AnalysisRequest) => void }

function FeatureList({ isRunning, onStart }: Props) {
  return (
    <Card title={texts.title} about={texts.about}>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} className={classes.features}>
        {texts.list.map(({ analysis, name, about, prompt }) => (
          <li key={analysis} className={classes.feature}>
            <div>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </div>
            <Button
              variant="default"
              size="sm"
              aria-label={texts.start(name)}
              disabled={isRunning}
              onClick={() => onStart({ prompt, analysis })}
            >
              {texts.startShort}
            </Button>
          </li>
        ))}
      </SimpleGrid>
    </Card>
  )
}
