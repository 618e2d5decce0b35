import { Avatar } from '@mantine/core'
import { initialsOf } from './initials.ts'

type Props = { name: string; size?: 'md' | 'lg' }

/** The name stands beside it, so it is decoration for who listens. */
export function CustomerAvatar({ name, size = 'md' }: Props) {
  return (
    <Avatar size={size} radius="100%" color="accent" variant="light" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  )
}
