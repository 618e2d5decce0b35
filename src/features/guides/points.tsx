import { List } from '@mantine/core'
import { MarkedText } from './marked-text.tsx'

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
