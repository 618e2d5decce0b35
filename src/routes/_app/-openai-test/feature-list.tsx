import { Button, SimpleGrid, Text } from '@mantine/core'
import type { AnalysisRequest } from '#server/features/openai/openai.schema.ts'
import { openaiTest } from '../../../texts/openai-test.ts'
import { Card } from './card.tsx'
import classes from './openai-test.module.css'

const texts = openaiTest.features

type Props = { isRunning: boolean; onStart: (request: AnalysisRequest) => void }

export function FeatureList({ isRunning, onStart }: Props) {
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
