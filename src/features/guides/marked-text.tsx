import { Code } from '@mantine/core'
import classes from './guides.module.css'

/** Text in which backticks mark what is typed as it stands. */
export function MarkedText({ text }: { text: string }) {
  // Every other part lies between two backticks.
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Code key={`${part}-${text.indexOf(part)}`} className={classes.code}>
        {part}
      </Code>
    ),
  )
}
