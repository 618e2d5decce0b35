import { Alert } from '@mantine/core'
import { account as texts } from '#client/processors/account/texts/en/account.ts'
import classes from './account.module.css'

type Props = { label: string; says: readonly string[] }

/** A processor's own messages about a key, in English. */
export const ProcessorMessages = ({ label, says: messages }: Props) => (
  <Alert color="red" p="xs" role="note" aria-label={texts.says(label)}>
    <ul lang="en" className={classes.words}>
      {messages.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </Alert>
)
