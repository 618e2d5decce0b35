import { CloseButton, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Tag } from '../../../components/tag.tsx'
import { curlOf, prettyJson } from '../../../lib/call-api.ts'
import { integration } from '../../../texts/integration.ts'
import { CodeBlock } from './code-block.tsx'
import type { Trial } from './endpoint-calls.ts'

const texts = integration.endpoints

type Props = { name: string; trial: Trial; onClose: () => void }

export function TrialResult({ name, trial: { call, answer, failure }, onClose }: Props) {
  const isGood = answer !== undefined && answer.status < 400
  const Icon = isGood ? IconCircleCheck : IconCircleX
  return (
    <Stack gap="xs" role="group" aria-label={texts.result(name)}>
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {texts.request}
        </Text>
        <CloseButton size="sm" aria-label={texts.close} onClick={onClose} />
      </Group>
      <CodeBlock
        code={curlOf(call, window.location.origin)}
        label={texts.request}
        copyLabel={texts.copyRequest}
      />
      <Text size="xs" c="dimmed">
        {texts.requestHelp}
      </Text>
      <Group gap="xs" role="status">
        <Text size="sm" fw={550}>
          {texts.response}
        </Text>
        {answer && (
          <>
            <Tag
              tone={isGood ? 'success' : 'failed'}
              icon={<Icon size={14} aria-hidden />}
            >{`${answer.status}`}</Tag>
            <Text size="xs" c="dimmed">
              {integration.status.took(answer.durationMs)}
            </Text>
          </>
        )}
      </Group>
      {failure && <Text size="sm">{failure}</Text>}
      {answer && (
        <CodeBlock
          code={prettyJson(answer.body) || texts.emptyBody}
          label={texts.response}
          copyLabel={texts.copyResponse}
        />
      )}
    </Stack>
  )
}
