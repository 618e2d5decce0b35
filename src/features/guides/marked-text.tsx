import { Code, List } from '@mantine/core'
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

type Props = { points: readonly string[]; type?: 'ordered' | 'unordered' }

export function Points({ points, type = 'unordered' }: Props) {
  return (
    <List type={type} spacing="xs" size="sm">
      {points.map((point) => (
        <List.Item key={point}>
          <MarkedText text={point} />
        </List.Item>
      ))}
    </List>
  )
}
