import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconExternalLink } from '@tabler/icons-react'
import { GuideLinks } from '#client/features/guides/guide-links.tsx'
import { GuideSection } from '#client/features/guides/guide-page.tsx'
import { Points } from '#client/features/guides/marked-text.tsx'
import { docs } from '#client/texts/en/docs.ts'

const { reference, sdks } = docs

export function ReferenceTab() {
  return (
    <GuideSection title={reference.title} text={reference.text}>
      <Group gap="md">
        <Button
          component="a"
          href={REFERENCE}
          target="_blank"
          rel="noopener"
          leftSection={<IconBook2 size={18} aria-hidden />}
        >
          {reference.read}
          <VisuallyHidden> {docs.newTab}</VisuallyHidden>
        </Button>
        <NewTab href={DOCUMENT} label={reference.document} />
        <NewTab href={REFERENCE_2} label={reference.read2} />
        <NewTab href={DOCUMENT_2} label={reference.document2} />
      </Group>
      <GuideLinks />
      <Text size="sm" c="dimmed">
        {reference.documentHint}
      </Text>
      <Points points={reference.facts} />
    </GuideSection>
  )
}

export function SdksTab() {
  return (
    <GuideSection title={sdks.title} text={sdks.text}>
      <Points points={sdks.points} />
      <Group gap="md">
        <NewTab href={DOCUMENT} label={sdks.document} />
        <NewTab
          href="https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries"
          label={sdks.libraries}
        />
      </Group>
    </GuideSection>
  )
}

function NewTab({ href, label }: { href: string; label: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener" size="sm" underline="always">
      {label} <IconExternalLink size={14} aria-hidden />
      <VisuallyHidden> {docs.newTab}</VisuallyHidden>
    </Anchor>
  )
}

/** The path of this server's API reference. */
export const REFERENCE = '/api/reference'
const DOCUMENT = '/api/openapi.json'
const REFERENCE_2 = '/api/reference/v2'
const DOCUMENT_2 = '/api/openapi.json?version=v2'
