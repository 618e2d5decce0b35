import { Text } from '@mantine/core'
import { Page } from '../../../components/page.tsx'
import { openaiTest } from '../../../texts/openai-test.ts'
import { AnalysisCard } from './analysis-card.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { FeatureList } from './feature-list.tsx'
import { useAnalysis } from './use-analysis.ts'

export function OpenaiTestPage() {
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
