import { Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconBolt, IconChartLine, IconShieldLock } from '@tabler/icons-react'
import { onboarding } from '../../texts/onboarding.ts'
import { StepHeading } from './step-heading.tsx'

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
