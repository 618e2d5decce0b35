import { Text } from '@mantine/core'
import { CodeBox } from '../../../components/code-box.tsx'
import { CopyIcon } from '../../../components/copy-icon.tsx'
import { docs } from '../../../texts/docs.ts'

type Props = { title: string; hint?: string; code: string }

/** Code to be taken as it stands. */
export function Snippet({ title, hint, code }: Props) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <CodeBox code={code} label={title}>
        <CopyIcon value={code} label={docs.copy(title)} />
      </CodeBox>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}
