import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconActivityHeartbeat, IconArrowRight, IconCopy, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { copyContent } from '#client/features/guides/code-lines.tsx'
import { GuideSection } from '#client/features/guides/guide-page.tsx'
import { MarkedText } from '#client/features/guides/marked-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { saveText } from '#client/lib/download.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { environment } from '#client/texts/en/environment.ts'
import { trpc } from '#client/trpc.ts'
import { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import { StatusChecks } from '../-environment-status/status-checks.tsx'
import { envFileName, envTemplate } from './env-template.ts'

const texts = environment.actions

const options = EnvironmentName.options.map((name) => ({
  value: name,
  label: environment.cards[name].name,
}))

type Props = { current: EnvironmentName | undefined }

export function QuickActions({ current = 'development' }: Props) {
  const { user } = useSignedIn()
  // Loaded only by the button.
  const status = trpc.environment.status.useQuery(undefined, { enabled: false })
  // Follows the current environment until one is chosen.
  const [choice, setChoice] = useState<EnvironmentName>()
  const chosen = choice ?? current
  return (
    <GuideSection title={texts.title} id="azioni-rapide">
      <Group gap="sm" align="end">
        <NativeSelect
          label={texts.choose}
          data={options}
          value={chosen}
          onChange={(event) => setChoice(EnvironmentName.parse(event.currentTarget.value))}
        />
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveText(envFileName(chosen), envTemplate(chosen))}
        >
          {texts.download}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyContent(texts.command, texts.commandWhat)}
        >
          {texts.copyCommand}
        </Button>
      </Group>
      <Group gap="sm">
        {user && (
          <Button
            variant="default"
            leftSection={<IconActivityHeartbeat size={18} aria-hidden />}
            loading={status.isFetching}
            onClick={() => void status.refetch()}
          >
            {texts.runChecks}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconArrowRight size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/environment-status" {...props} />}
        >
          {texts.openStatus}
        </Button>
      </Group>
      {(status.data || status.error || status.isFetching) && (
        <div lang={languageFor('en')}>
          <StatusChecks query={status} />
        </div>
      )}
      <Stack gap={4}>
        {[texts.downloadHint, texts.commandHint].map((hint) => (
          <Text key={hint} size="sm" c="dimmed">
            <MarkedText text={hint} />
          </Text>
        ))}
      </Stack>
    </GuideSection>
  )
}
