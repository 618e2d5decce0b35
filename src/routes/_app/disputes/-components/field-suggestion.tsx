import { Button, Group, Text } from '@mantine/core'
import type { Suggestion } from '#client/features/disputes/evidence-suggestions.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'

const { suggestions: texts, fields } = disputePages.form

type Props = { suggestion: Suggestion; value: string; onUse: (text: string) => void }

/** Shows where a field's text comes from, or proposes a text that a person can take. */
export function FieldSuggestion({ suggestion: { field, text, source }, value, onUse }: Props) {
  if (value.includes(text)) {
    return (
      <Text size="xs" c="dimmed">
        {texts.from(source)}
      </Text>
    )
  }
  const written = value.trim()
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {`${texts.from(source)}:\n${text}`}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        style={{ flex: 'none' }}
        aria-label={texts.labelOfUse(fields[field], source)}
        onClick={() => onUse(written === '' ? text : `${written}\n${text}`)}
      >
        {texts.use}
      </Button>
    </Group>
  )
}
