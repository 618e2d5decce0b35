import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { curlOf, prettyJson } from '#client/lib/call-api.ts'
import { integration } from '#client/texts/en/integration.ts'
import { CodeBlock } from './code-block.tsx'
import { type Endpoint, endpoints, type Trial, tryEndpoint } from './endpoint-calls.ts'
import classes from './integration.module.css'

const texts = integration.endpoints

export function EndpointsCard() {
  return (
    <Section title={texts.title} id="endpoints" text={texts.text}>
      <ul className={classes.endpoints}>
        {endpoints.map((endpoint) => (
          <EndpointItem key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Section>
  )
}

function EndpointItem({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, text, question } = endpoint
  const name = `${method} ${path}`
  const [isAsking, setIsAsking] = useState(false)
  // Lists and figures reload afterwards, as after every mutation.
  const { mutate, data: trial, isPending, reset } = useMutation({ mutationFn: tryEndpoint })
  return (
    <li className={classes.endpoint}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <span className={classes.method}>{method}</span>
          <div className={classes.words}>
            <Text ff="monospace" size="sm" fw={550} className={classes.wrapped}>
              {path}
            </Text>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </div>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.testOne(name)}
            disabled={isPending}
            onClick={() => (question ? setIsAsking(true) : mutate(id))}
          >
            {isPending ? texts.running : texts.test}
          </Button>
        </Group>
        {trial && <TrialResult name={name} trial={trial} onClose={reset} />}
      </Stack>
      {question && (
        <ConfirmDialog
          opened={isAsking}
          title={question.title}
          action={question.action}
          back={texts.back}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            mutate(id)
          }}
        >
          <Text size="sm">{question.text}</Text>
        </ConfirmDialog>
      )}
    </li>
  )
}

type Props = { name: string; trial: Trial; onClose: () => void }

function TrialResult({ name, trial: { call, response, failure }, onClose }: Props) {
  const isSuccessful = response !== undefined && response.status < 400
  const Icon = isSuccessful ? IconCircleCheck : IconCircleX
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
        {response && (
          <>
            <Tag
              tone={isSuccessful ? 'success' : 'failed'}
              icon={<Icon size={14} aria-hidden />}
            >{`${response.status}`}</Tag>
            <Text size="xs" c="dimmed">
              {integration.status.took(response.durationMs)}
            </Text>
          </>
        )}
      </Group>
      {failure && <Text size="sm">{failure}</Text>}
      {response && (
        <CodeBlock
          code={prettyJson(response.body) || texts.emptyBody}
          label={texts.response}
          copyLabel={texts.copyResponse}
        />
      )}
    </Stack>
  )
}
