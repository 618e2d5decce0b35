import { ActionIcon, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { CodeLines } from '#client/features/guides/code-lines.tsx'
import { ExternalLinks } from '#client/features/guides/external-link.tsx'
import { MarkedText, Points } from '#client/features/guides/marked-text.tsx'
import { clerkSetup } from '#client/texts/en/clerk-setup.ts'
import classes from './clerk-setup.module.css'
import { type StepId, stepAt, stepIds } from './step-tracker.tsx'

type Props = { shown: StepId; onShow: (id: StepId) => void }

/** The instructions of one step, in a scrolling area of limited height. */
export function StepGuide({ shown, onShow }: Props) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    if (shown) area.current?.scrollTo({ top: 0 })
  }, [shown])
  const index = stepIds.indexOf(shown)
  const step = stepAt(index)
  const [before, after] = [stepIds[index - 1], stepIds[index + 1]]
  if (!step) return null
  return (
    <Paper>
      <Group justify="space-between" px="md" py="xs" wrap="nowrap" className={classes.guideHead}>
        <Text size="sm" c="dimmed" role="status">
          {clerkSetup.position(index + 1)}
        </Text>
        <Group gap={4} wrap="nowrap">
          <StepButton label={clerkSetup.previous} to={before} onShow={onShow}>
            <IconArrowLeft size={18} aria-hidden />
          </StepButton>
          <StepButton label={clerkSetup.next} to={after} onShow={onShow}>
            <IconArrowRight size={18} aria-hidden />
          </StepButton>
        </Group>
      </Group>
      <section
        ref={area}
        className={classes.guide}
        aria-label={clerkSetup.guide}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
      >
        <Stack gap="sm">
          <Title order={3}>{step.title}</Title>
          <Text size="sm">
            <MarkedText text={step.text} />
          </Text>
          <Points points={step.points} />
          {step.code && <CodeLines code={step.code} what={codeName(shown)} />}
          <ExternalLinks links={step.links} />
        </Stack>
      </section>
    </Paper>
  )
}

const codeName = (id: StepId) =>
  id === 'environment' ? clerkSetup.code.file : clerkSetup.code.command

type StepButtonProps = {
  label: string
  to: StepId | undefined
  onShow: (id: StepId) => void
  children: React.ReactNode
}

function StepButton({ label, to, onShow, children }: StepButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      // `disabled` would lose the focus at the first and the last step.
      aria-disabled={to === undefined}
      data-disabled={to === undefined || undefined}
      onClick={() => to && onShow(to)}
    >
      {children}
    </ActionIcon>
  )
}
