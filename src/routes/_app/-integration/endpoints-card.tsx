import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { integration } from '../../../texts/integration.ts'
import { type Endpoint, endpoints, tryEndpoint } from './endpoint-calls.ts'
import classes from './integration.module.css'
import { Section } from '../../../components/section.tsx'
import { TrialResult } from './trial-result.tsx'

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
  // Lists and figures are asked for again afterwards, as after every change.
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
