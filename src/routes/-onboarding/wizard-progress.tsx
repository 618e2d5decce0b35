import { Group, Progress, Stack, Stepper, Text } from '@mantine/core'
import { useNarrow } from '../../lib/use-narrow.ts'
import { onboarding } from '../../texts/onboarding.ts'

type Props = { step: number; isDone: boolean; onStep: ((step: number) => void) | undefined }

export function WizardProgress({ step, isDone, onStep }: Props) {
  const isNarrow = useNarrow()
  const count = onboarding.steps.length
  const label = onboarding.progress(step + 1)
  if (isNarrow) {
    return (
      <Stack gap={6}>
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {onboarding.steps[step]}
          </Text>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
        </Group>
        <Progress value={((step + 1) / count) * 100} aria-label={label} />
      </Stack>
    )
  }
  return (
    <Stepper
      active={isDone ? count : step}
      onStepClick={onStep}
      allowNextStepsSelect={false}
      size="sm"
      iconSize={34}
      labelPosition="bottom"
      wrap={false}
      aria-label={label}
      role="group"
    >
      {onboarding.steps.map((name, index) => (
        <Stepper.Step
          key={name}
          label={name}
          allowStepSelect={onStep !== undefined && index < step}
          aria-current={index === step ? 'step' : undefined}
        />
      ))}
    </Stepper>
  )
}
