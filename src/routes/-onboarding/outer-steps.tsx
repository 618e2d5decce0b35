import { Button, Center, Group, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconBolt, IconChartLine, IconCheck, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { onboarding } from '#client/texts/en/onboarding.ts'
import { StepHeading } from './step-parts.tsx'

const icons = [IconBolt, IconChartLine, IconShieldLock]

export function WelcomeStep({ firstName }: { firstName: string }) {
  const { welcome } = onboarding
  return (
    <Stack gap="lg">
      <StepHeading title={welcome.title(firstName)} text={welcome.text} />
      <Stack gap="md">
        {welcome.benefits.map(({ title, text }, index) => {
          const Icon = icons[index] ?? IconBolt
          return (
            <Group key={title} wrap="nowrap" gap="md">
              <ThemeIcon variant="light" size={40} radius="md">
                <Icon size={20} stroke={1.75} aria-hidden />
              </ThemeIcon>
              <div>
                <Text fw={600} size="sm">
                  {title}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </Group>
          )
        })}
      </Stack>
    </Stack>
  )
}

const texts = onboarding.done

export function DoneStep({ isDone }: { isDone: boolean }) {
  return (
    <Stack align="center" ta="center" gap="md" py="lg" role="status">
      {isDone ? (
        <ThemeIcon size={56} radius="50%" variant="light" color="green">
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
