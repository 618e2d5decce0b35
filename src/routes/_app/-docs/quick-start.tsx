import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { GuideLinks } from '#client/features/guides/guide-links.tsx'
import { GuideSection } from '#client/features/guides/guide-page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { docs } from '#client/texts/en/docs.ts'
import { trpc } from '#client/trpc.ts'
import { curlList, curlPayment, typescriptPayment } from './snippets.ts'

const texts = docs.quickStart

export function QuickStart() {
  const { isMember } = useSignedIn()
  const { data } = trpc.integrations.list.useQuery(undefined, { enabled: isMember })
  // A person without a merchant would call the server that serves this page.
  const baseUrl = data?.[0]?.baseUrl ?? window.location.origin
  return (
    <GuideSection title={texts.title} text={texts.text}>
      <GuideLinks />
      <Snippet title={texts.baseUrl} code={baseUrl} />
      <Snippet title={texts.pay} code={curlPayment(baseUrl)} />
      <Snippet title={texts.list} code={curlList(baseUrl)} />
      <Snippet
        title={texts.typescript}
        hint={texts.typescriptHint}
        code={typescriptPayment(baseUrl)}
      />
      <Anchor
        size="sm"
        w="fit-content"
        renderRoot={(props) => <Link to="/integration" {...props} />}
      >
        {texts.key}
      </Anchor>
    </GuideSection>
  )
}

type Props = { title: string; hint?: string; code: string }

/** Code to copy unchanged. */
function Snippet({ title, hint, code }: Props) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <CodeBox code={code} label={title}>
        <CopyIcon value={code} label={docs.copy(title)} />
      </CodeBox>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}
