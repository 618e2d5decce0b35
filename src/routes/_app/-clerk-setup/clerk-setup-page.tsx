import { Badge, Grid } from '@mantine/core'
import { useState } from 'react'
import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { useProgress } from '../../../features/guides/use-progress.ts'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { clerkSetup } from '../../../texts/clerk-setup.ts'
import { CompleteCard } from './complete-card.tsx'
import { SampleKeys } from './sample-keys.tsx'
import { openAfter, stepIds } from './setup-steps.ts'
import { StepGuide } from './step-guide.tsx'
import { StepTracker } from './step-tracker.tsx'

/** From so many completed steps on the badge has its default look. */
const WELL_UNDER_WAY = 2

export function ClerkSetupPage() {
  const { user } = useSignedIn()
  const progress = useProgress({ guide: 'clerk-setup', userId: user?.id, ids: stepIds })
  const { done } = progress
  const [shown, setShown] = useState(() => openAfter(undefined, done))
  const choose = (id: (typeof stepIds)[number]) => {
    const isDone = done.includes(id)
    progress.complete(id)
    // A finished step is opened to be read again; a new one leads on to what is still to do.
    setShown(isDone ? id : openAfter(id, [...done, id]))
  }
  const restart = () => {
    progress.restart()
    setShown(stepIds[0])
  }
  return (
    <GuidePage
      title={clerkSetup.title}
      intro={clerkSetup.intro}
      badge={
        <Badge
          size="lg"
          tt="none"
          variant={done.length >= WELL_UNDER_WAY ? 'filled' : 'default'}
          role="status"
        >
          {clerkSetup.badge(done.length)}
        </Badge>
      }
    >
      {done.length === stepIds.length && <CompleteCard />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <StepTracker done={done} shown={shown} onChoose={choose} onRestart={restart} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <StepGuide shown={shown} onShow={setShown} />
        </Grid.Col>
      </Grid>
      <SampleKeys />
    </GuidePage>
  )
}
