import { Alert, Button, Stack, Text } from '@mantine/core'
import { demo } from '../../texts/demo.ts'
import { useStartDemo } from './use-start-demo.ts'

type Props = { onReady: () => void }

/** Below the sign-in form, in development: one click leads into a merchant with a history. */
export function DemoInvitation({ onReady }: Props) {
  const { start, isStarting, hasFailed } = useStartDemo(onReady)
  return (
    <Stack gap="xs" align="center">
      <Text size="sm" c="dimmed">
        {demo.invite}
      </Text>
      <Button variant="default" onClick={start} disabled={isStarting}>
        {isStarting ? demo.starting : demo.start}
      </Button>
      {hasFailed && (
        <Alert color="red" role="alert">
          {demo.failed}
        </Alert>
      )}
    </Stack>
  )
}
