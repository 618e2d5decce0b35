import { ActionIcon, Anchor, Badge, Grid, Group, Paper, Text, Title } from '@mantine/core'
import { IconConfetti, IconEye, IconEyeOff } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyButton } from '#client/features/guides/code-lines.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import { useProgress } from '#client/features/guides/use-progress.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { clerkSetup } from '#client/texts/en/clerk-setup.ts'
import { guides } from '#client/texts/en/guides.ts'
import classes from './-clerk-setup/clerk-setup.module.css'
import { StepGuide } from './-clerk-setup/step-guide.tsx'
import { openAfter, StepTracker, stepIds } from './-clerk-setup/step-tracker.tsx'

export const Route = createFileRoute('/_app/clerk-setup-guide')({
  staticData: { needsMerchant: false },
  component: ClerkSetupPage,
})

/** The number of completed steps from which the badge has its default appearance. */
const BADGE_FROM_STEPS = 2

function ClerkSetupPage() {
  const { user } = useSignedIn()
  const progress = useProgress({ guide: 'clerk-setup', userId: user?.id, ids: stepIds })
  const { done } = progress
  const [shown, setShown] = useState(() => openAfter(undefined, done))
  const choose = (id: (typeof stepIds)[number]) => {
    const isDone = done.includes(id)
    progress.complete(id)
    // Choosing a completed step shows it. Choosing another step completes it and shows the next open step.
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
          variant={done.length >= BADGE_FROM_STEPS ? 'filled' : 'default'}
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

const texts = clerkSetup.complete

function CompleteCard() {
  return (
    <Paper
      component="section"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={texts.title}
      className={classes.complete}
    >
      <Group gap="md" wrap="nowrap" align="flex-start">
        <IconConfetti size={28} aria-hidden className={classes.done} />
        <div role="status">
          <Title order={2} size="h3">
            {texts.title}
          </Title>
          <Text size="sm" mt={2} mb={6}>
            {texts.text}
          </Text>
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => <Link to="/environment-management" {...props} />}
          >
            {texts.link}
          </Anchor>
        </div>
      </Group>
    </Paper>
  )
}

const HIDDEN = '•'.repeat(16)

function SampleKeys() {
  return (
    <GuideSection title={clerkSetup.keys.title} text={clerkSetup.keys.text}>
      <ul className={classes.keys}>
        {clerkSetup.keys.samples.map((sample) => (
          <SampleKey key={sample.name} {...sample} />
        ))}
      </ul>
    </GuideSection>
  )
}

function SampleKey({ name, value }: { name: string; value: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <li className={classes.key}>
      <div className={classes.keyWords}>
        <Text size="sm" fw={550} className={classes.keyName}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className={classes.keyValue}>
          {isShown ? value : HIDDEN}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={isShown ? guides.hide(name) : guides.show(name)}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
        </ActionIcon>
        <CopyButton value={value} what={name} />
      </Group>
    </li>
  )
}
