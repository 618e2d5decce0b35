import { Button, Group, Progress, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { clerkSetup } from '../../../texts/clerk-setup.ts'
import { guides } from '../../../texts/guides.ts'
import classes from './clerk-setup.module.css'
import type { StepId } from './setup-steps.ts'

type Props = {
  done: readonly StepId[]
  shown: StepId
  onChoose: (id: StepId) => void
  onRestart: () => void
}

export function StepTracker({ done, shown, onChoose, onRestart }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const restart = () => {
    onRestart()
    // The button goes with the progress.
    list.current?.querySelector('button')?.focus()
  }
  return (
    <GuideSection title={clerkSetup.tracker} text={clerkSetup.trackerHint}>
      <Progress
        value={(done.length / clerkSetup.steps.length) * 100}
        aria-label={clerkSetup.progress}
      />
      <ol className={classes.steps} ref={list}>
        {clerkSetup.steps.map(({ id, title }, index) => {
          const isDone = done.includes(id)
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.step}
                aria-current={id === shown ? 'step' : undefined}
                onClick={() => onChoose(id)}
              >
                {isDone ? (
                  <IconCircleCheckFilled size={22} aria-hidden className={classes.done} />
                ) : (
                  <IconCircle size={22} aria-hidden className={classes.open} />
                )}
                <span>
                  {index + 1}. {title}
                </span>
                <VisuallyHidden>, {isDone ? guides.done : guides.toDo}</VisuallyHidden>
              </button>
            </li>
          )
        })}
      </ol>
      {done.length > 0 && (
        <Group>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={restart}
          >
            {clerkSetup.restart}
          </Button>
        </Group>
      )}
    </GuideSection>
  )
}
