import { Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { onboarding } from '#client/texts/en/onboarding.ts'

import classes from './onboarding.module.css'

type Props = { title: string; text?: string }

export function StepHeading({ title, text }: Props) {
  return (
    <div>
      <Title order={2} tabIndex={-1}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
    </div>
  )
}

type SuggestionProps = {
  text: string | undefined
  typed: string
  onUse: (text: string) => void
  /** The field that the suggestion belongs to. */
  children: ReactNode
}

/**
 * Offers a tidier spelling of the typed text, and replaces the text only on request. Shown on the label's
 * line, so that nothing shifts under the pointer when it appears or disappears.
 */
export function Suggestion({ text, typed, onUse, children }: SuggestionProps) {
  return (
    <div className={classes.suggested}>
      {children}
      {text && text !== typed.trim() && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.suggestion}
          onClick={() => onUse(text)}
        >
          {onboarding.use(text)}
        </Button>
      )}
    </div>
  )
}
