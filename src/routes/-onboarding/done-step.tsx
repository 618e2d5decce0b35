import { Button, Center, Group, Loader, Stack, ThemeIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { onboarding } from '../../texts/onboarding.ts'
import { StepHeading } from './step-heading.tsx'

const texts = onboarding.done

export function DoneStep({ isDone }: { isDone: boolean }) {
  return (
    <Stack align="center" ta="center" gap="md" py="lg" role="status">
      {isDone ? (
        <ThemeIcon size={56} radius="50%" color="green.8">
          <IconCheck size={30} aria-hidden />
        </ThemeIcon>
      ) : (
        <Center h={56}>
          <Loader aria-hidden />
        </Center>
      )}
      <StepHeading
        title={isDone ? texts.title : texts.pendingTitle}
        text={isDone ? texts.text : texts.pendingText}
      />
      {isDone && (
        <Group justify="center">
          <Button renderRoot={(props) => <Link to="/dashboard" {...props} />}>
            {texts.dashboard}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/payments" {...props} />}>
            {texts.payments}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/integration" {...props} />}>
            {texts.integration}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
