import { Button, Group, Progress, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import { GuideSection } from '#client/features/guides/guide-page.tsx'
import { clerkSetup } from '#client/texts/en/clerk-setup.ts'
import { guides } from '#client/texts/en/guides.ts'
import classes from './clerk-setup.module.css'

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
    // The button disappears with the progress.
    list.current?.querySelector('button')?.focus()
  }
  return (
    <GuideSection title={clerkSetup.tracker} text={clerkSetup.trackerHint}>
      <Progress
        value={(done.length / clerkSetup.steps.length) * 100}
        aria-label={clerkSetup.progress}
      />
      <ol className={classes.steps} ref={list}>
        {stepIds.map((id, index) => {
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
                  {index + 1}. {stepAt(index)?.title}
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

/** The steps, in the order of the dictionaries. */
export const stepIds = [
  'application',
  'methods',
  'keys',
  'environment',
  'start',
  'production',
] as const
export type StepId = (typeof stepIds)[number]

/** Returns the next open step, wrapping around; the same step when none is open. */
export function openAfter(id: StepId | undefined, done: readonly StepId[]): StepId {
  const from = id === undefined ? 0 : stepIds.indexOf(id) + 1
  const orderedIds = [...stepIds.slice(from), ...stepIds.slice(0, from)]
  return orderedIds.find((each) => !done.includes(each)) ?? id ?? stepIds[0]
}

export const stepAt = (index: number) => clerkSetup.steps[index]
