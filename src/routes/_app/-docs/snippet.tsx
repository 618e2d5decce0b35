import { Text } from '@mantine/core'
import { CopyIcon } from '../../../components/copy-icon.tsx'
import { docs } from '../../../texts/docs.ts'
import classes from './docs.module.css'

type Props = { title: string; hint?: string; code: string }

/** Code to be taken as it stands. */
export function Snippet({ title, hint, code }: Props) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <div className={classes.snippet}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard */}
        <pre className={classes.pre} tabIndex={0} role="group" aria-label={title}>
          <code>{code}</code>
        </pre>
        <CopyIcon value={code} label={docs.copy(title)} />
      </div>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}
