import { Text, Title } from '@mantine/core'

type Props = { title: string; text?: string }

export function StepHeading({ title, text }: Props) {
  return (
    <div>
      <Title order={2} size="1.25rem" tabIndex={-1}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
    </div>
  )
}
