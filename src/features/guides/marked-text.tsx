import { Code, List } from '@mantine/core'
import classes from './guides.module.css'

/** Text in which backticks mark code. */
export function MarkedText({ text }: { text: string }) {
  // Splitting at backticks puts code at the odd positions.
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
