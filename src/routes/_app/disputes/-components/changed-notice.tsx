import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import type { Evidence } from '#server/features/disputes/evidence/evidence.schema.ts'
import { evidenceFields } from '#server/shared/disputes/evidence-fields.ts'

const { changed: texts, fields } = disputePages.form

type Props = { theirs: Evidence; onKeepMine: () => void; onTakeTheirs: () => void }

/** Shows what another person saved meanwhile, and lets the person choose. */
export function ChangedNotice({ theirs, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Alert color="yellow" title={texts.title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{texts.text}</Text>
        <Text size="sm" fw={600}>
          {texts.theirs}
        </Text>
        {evidenceFields
          .filter((name) => theirs.fields[name])
          .map((name) => (
            <Text key={name} size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              <strong>{fields[name]}:</strong> {theirs.fields[name]}
            </Text>
          ))}
        <Group gap="sm">
          <Button size="compact-sm" variant="default" onClick={onKeepMine}>
            {texts.keepMine}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
            {texts.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
