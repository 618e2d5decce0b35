import { Anchor, Group, Text } from '@mantine/core'
import { docs } from '#client/texts/en/docs.ts'

const texts = docs.guides

const guides = [
  { href: '/docs/api', text: texts.api },
  { href: '/docs/webhooks', text: texts.webhooks },
  { href: '/docs/problems', text: texts.problems },
]

const others = [
  { href: '/api/reference', text: texts.reference },
  { href: '/docs', text: texts.docs },
]

type Props = {
  /** Links to the API reference and to the Docs page. */
  withAll?: boolean
}

/** Links to the developer documents. */
export function GuideLinks({ withAll = false }: Props) {
  return (
    <Group component="nav" aria-label={texts.label} gap="sm">
      <Text size="sm" c="dimmed" aria-hidden>
        {texts.label}
      </Text>
      {(withAll ? [...guides, ...others] : guides).map(({ href, text }) => (
        <Anchor key={href} href={href} size="sm" underline="always">
          {text}
        </Anchor>
      ))}
    </Group>
  )
}
