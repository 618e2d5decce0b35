import { Button, Group, Text, Textarea, Title, VisuallyHidden } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Failure } from '#client/components/error-state.tsx'
import figureClasses from '#client/components/figures/figures.module.css'
import { Tag } from '#client/components/status-badge.tsx'
import { TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { openaiTest } from '#client/texts/en/openai-test.ts'
import { type Figure, MAX_PROMPT } from '#server/features/openai/openai.schema.ts'
import { Card } from './card.tsx'
import classes from './openai-test.module.css'
import type { RunningAnalysis } from './use-analysis.ts'

const texts = openaiTest.analysis

export function AnalysisCard({ analysis }: { analysis: RunningAnalysis }) {
  const { prompt, setPrompt, state, run, cancel, source, failure } = analysis
  const isRunning = state === 'running'
  return (
    <Card title={texts.title} about={texts.about}>
      <Textarea
        label={texts.prompt}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_PROMPT}
        value={prompt}
        onChange={(event) => setPrompt(event.currentTarget.value)}
      />
      <Group>
        <Button
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          disabled={prompt.trim() === ''}
          loading={isRunning}
          onClick={() => void run({ prompt })}
        >
          {texts.run}
        </Button>
        {isRunning && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            onClick={cancel}
          >
            {texts.cancel}
          </Button>
        )}
      </Group>
      <Progress state={state} />
      {failure !== undefined && (
        <Failure title={texts.failed}>
          <Text size="sm">{failure}</Text>
        </Failure>
      )}
      {(source || analysis.isRaw) && <Result analysis={analysis} />}
    </Card>
  )
}

/** Announces only the start and the end: streamed words would flood a screen reader. */
function Progress({ state }: Pick<RunningAnalysis, 'state'>) {
  if (state === 'cancelled') {
    return (
      <Text size="sm" c="dimmed" role="status">
        {texts.cancelled}
      </Text>
    )
  }
  return (
    <VisuallyHidden role="status">
      {state === 'running' && texts.running}
      {state === 'complete' && texts.complete}
    </VisuallyHidden>
  )
}

function Result({ analysis }: { analysis: RunningAnalysis }) {
  const { text, figures, state, isRaw } = analysis
  const isWaiting = state === 'running' && text === ''
  return (
    <div className={classes.result}>
      {(isWaiting || text.trim() !== '') && (
        <section
          className={classes.text}
          aria-label={isRaw ? texts.raw : texts.result}
          aria-busy={state === 'running'}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
          tabIndex={0}
        >
          <Origin {...analysis} />
          <Text size="sm" mt="sm" className={classes.words}>
            {isWaiting ? texts.running : text}
          </Text>
        </section>
      )}
      <FigureList figures={figures} />
    </div>
  )
}

/** The origin of the text, shown once there is text. */
function Origin({ text, source, isRaw }: RunningAnalysis) {
  if (isRaw) return <Tag tone="neutral">{texts.raw}</Tag>
  if (text.trim() === '' || !source) return null
  return <Tag tone="neutral">{source === 'builtin' ? texts.builtin : texts.byModel}</Tag>
}

/** Figures from the database, independent of the generated text; each links to its rows. */
function FigureList({ figures }: { figures: readonly Figure[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id}>
        {texts.figures}
      </Title>
      {figures.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.noFigures}
        </Text>
      )}
      <ul className={classes.figures}>
        {figures.map(({ label, value, filter }) => (
          <li key={label}>
            <Link
              to="/transactions"
              search={TransactionSearch.parse(filter)}
              className={classes.figure}
            >
              <span>{label}</span>
              <span className={figureClasses.figure}>{value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
