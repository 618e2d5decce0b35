import { Button, DataList, Drawer, Group, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '#server/features/audit/audit.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Fact } from '../../../components/fact-list.tsx'
import { IdText } from '../../../components/id-text.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { auditLog } from '../../../texts/audit-log.ts'
import type { AuditSearch } from './audit-search.ts'
import { actionWords } from './audit-words.ts'
import { EntryChanges } from './entry-changes.tsx'

const texts = auditLog.entry

type Props = {
  entry: AuditEntry
  onClose: () => void
  /** Shows every entry that has this in common with the one on show. */
  onNarrow: (changed: Partial<AuditSearch>) => void
}

export function EntryDrawer({ entry, onClose, onNarrow }: Props) {
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="34rem"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      title={
        <Text component="span" fw={600}>
          {actionWords(entry.action)}
        </Text>
      }
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack gap="lg" pb="md">
        <EntryChanges entry={entry} />
        <EntryFacts entry={entry} />
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => onNarrow({ actor: entry.actor })}>
            {texts.onlyActor}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => onNarrow({ objectId: entry.objectId })}
          >
            {texts.onlyObject}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  )
}

function EntryFacts({ entry }: Pick<Props, 'entry'>) {
  const { timezone } = useSignedIn().merchant
  return (
    <DataList labelWidth="7rem" aria-label={texts.facts}>
      <Fact label={texts.time}>
        <DateText at={entry.at} timezone={timezone} />
      </Fact>
      <Fact label={texts.exactly}>
        <IdText value={entry.at} copyLabel={texts.copyTime} />
      </Fact>
      <Fact label={texts.actor}>{entry.actorLabel}</Fact>
      <Fact label={texts.actorId}>
        <IdText value={entry.actor} copyLabel={texts.copyActor} />
      </Fact>
      <Fact label={texts.address}>{entry.address ?? texts.noAddress}</Fact>
      <Fact label={texts.object}>
        <IdText value={entry.objectId} copyLabel={auditLog.copyObject} />
      </Fact>
      <Fact label={texts.action}>
        <Text span size="sm" ff="monospace">
          {entry.action}
        </Text>
      </Fact>
      <Fact label={texts.requestId}>
        <IdText value={entry.requestId} copyLabel={texts.copyRequestId} />
      </Fact>
      <Fact label={texts.id}>
        <IdText value={entry.id} copyLabel={texts.copyId} />
      </Fact>
    </DataList>
  )
}
