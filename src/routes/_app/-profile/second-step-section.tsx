import { Button, Group, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { profile } from '#client/texts/en/profile.ts'
import type { SignInMethods } from '#server/features/identity/identity.schema.ts'
import type { Purpose } from './second-step-dialog.tsx'

const texts = profile.secondStep

const SecondStepDialog = lazy(() =>
  import('./second-step-dialog.tsx').then((module) => ({ default: module.SecondStepDialog })),
)

type Props = { email: string; methods: SignInMethods }

export function SecondStepSection({ email, methods: { hasPassword, hasSecondStep } }: Props) {
  const [purpose, setPurpose] = useState<Purpose>()
  const Icon = hasSecondStep ? IconShieldCheck : IconShieldOff
  return (
    <Section
      title={texts.title}
      mark={
        <Tag tone={hasSecondStep ? 'success' : 'neutral'} icon={<Icon size={14} aria-hidden />}>
          {hasSecondStep ? texts.on : texts.off}
        </Tag>
      }
    >
      <Text size="sm">{hasSecondStep ? texts.onText : texts.offText}</Text>
      {hasPassword ? (
        <Group gap="sm">
          {/* A single button for both states, so that the focus returns to it. */}
          <Button
            variant={hasSecondStep ? 'default' : 'filled'}
            onClick={() => setPurpose(hasSecondStep ? 'end' : 'begin')}
          >
            {hasSecondStep ? texts.turnOff : texts.turnOn}
          </Button>
          {hasSecondStep && (
            <Button variant="default" onClick={() => setPurpose('again')}>
              {texts.newCodes}
            </Button>
          )}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {texts.needsPassword}
        </Text>
      )}
      {purpose && (
        <Suspense>
          <SecondStepDialog purpose={purpose} email={email} onClose={() => setPurpose(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}
