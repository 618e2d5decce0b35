import { Box, Button, Text, Title } from '@mantine/core'
import { onboarding } from '#client/texts/onboarding.ts'

type Props = { title: string; text?: string }

export function StepHeading({ title, text }: Props) {
  return (
    <div>
      <Title order={2} size="1.25rem" tabIndex={-1}>
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

type SuggestionProps = { text: string | undefined; typed: string; onUse: (text: string) => void }

/**
 * A tidier spelling of what was typed: offered, never put in its place unasked. It keeps its line, so
 * that nothing moves from under the pointer when it comes and goes.
 */
export function Suggestion({ text, typed, onUse }: SuggestionProps) {
  return (
    <Box mih="1.75rem" mt="-0.75rem">
      {text && text !== typed.trim() && (
        <Button variant="subtle" size="compact-sm" onClick={() => onUse(text)}>
          {onboarding.use(text)}
        </Button>
      )}
    </Box>
  )
}
