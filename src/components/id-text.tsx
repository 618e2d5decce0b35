import { Group, Text } from '@mantine/core'
import { CopyIcon } from './copy-icon.tsx'

type Props = { value: string; shown?: string; copyLabel: string }

export function IdText({ value, shown = value, copyLabel }: Props) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <Text component="span" ff="monospace" size="sm" truncate title={shown}>
        {shown}
      </Text>
      <CopyIcon value={value} label={copyLabel} />
    </Group>
  )
}
