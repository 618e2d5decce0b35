import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected, IconX } from '@tabler/icons-react'
import type { Integration } from '#server/features/integrations/integrations.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { notify } from '../../../lib/notify.tsx'
import { integration as allTexts } from '../../../texts/integration.ts'
import { trpc } from '../../../trpc.ts'
import { ConnectionChecks } from './connection-checks.tsx'
import { Section } from '../../../components/section.tsx'

const texts = allTexts.status

type Props = { integration: Integration }

export function StatusCard({ integration }: Props) {
  const { id, name, disabledAt, lastSync } = integration
  const { timezone } = useSignedIn().merchant
  const { mutate, data, isPending } = trpc.integrations.test.useMutation({
    onSuccess: ({ success }) =>
      success ? notify.success(texts.passed) : notify.error(texts.notPassed),
    onError: () => notify.error(texts.notPassed),
  })
  return (
    <Section title={texts.title} id="status">
      <Group gap="sm">
        <Text fw={600}>{name}</Text>
        {disabledAt === null ? (
          <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
            {texts.connected}
          </Tag>
        ) : (
          <Tag tone="failed" icon={<IconX size={14} aria-hidden />}>
            {texts.disabled}
          </Tag>
        )}
      </Group>
      {disabledAt !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="note">
          <Stack gap={4}>
            <Text size="sm" fw={600} component="div">
              {`${texts.disabledSince} `}
              <DateText at={disabledAt} timezone={timezone} />
            </Text>
            <Text size="sm">{texts.disabledWhy}</Text>
          </Stack>
        </Alert>
      )}
      <Stack gap={2}>
        <Text size="sm" component="div">
          {`${texts.lastSync}: `}
          {lastSync === null ? texts.never : <DateText at={lastSync} timezone={timezone} />}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.lastSyncHelp}
        </Text>
      </Stack>
      <div>
        <Button
          variant="default"
          disabled={isPending}
          leftSection={<IconPlugConnected size={18} aria-hidden />}
          onClick={() => mutate({ id })}
        >
          {isPending ? texts.testing : texts.test}
        </Button>
      </div>
      {data && <ConnectionChecks checks={data.checks} />}
    </Section>
  )
}
