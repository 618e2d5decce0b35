import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { aiGuides } from '../../texts/ai-guides.ts'
import classes from './guides.module.css'

type GenerateProps = {
  label: string
  isMaking: boolean
  isReady: boolean
  onClick: () => void
}

/** Nothing is asked before somebody clicks. */
export function GenerateButton({ label, isMaking, isReady, onClick }: GenerateProps) {
  return (
    <Group>
      <Button
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={isMaking}
        onClick={onClick}
      >
        {label}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isMaking && aiGuides.making}
        {isReady && !isMaking && aiGuides.ready}
      </Text>
    </Group>
  )
}

export function GuideFailure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      color="var(--tone-failed)"
      variant="outline"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      {children}
    </Alert>
  )
}

/** A guide as plain text in an area of limited height. */
export function GuideText({ text }: { text: string }) {
  return (
    <section
      className={classes.generated}
      aria-label={aiGuides.text}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
      tabIndex={0}
    >
      {text || aiGuides.missing}
    </section>
  )
}
