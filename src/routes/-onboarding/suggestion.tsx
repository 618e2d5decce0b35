import { Box, Button } from '@mantine/core'
import { onboarding } from '../../texts/onboarding.ts'

type Props = { text: string | undefined; typed: string; onUse: (text: string) => void }

/**
 * A tidier spelling of what was typed: offered, never put in its place unasked. It keeps its line, so
 * that nothing moves from under the pointer when it comes and goes.
 */
export function Suggestion({ text, typed, onUse }: Props) {
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
