import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { docs } from '../../../texts/docs.ts'
import { trpc } from '../../../trpc.ts'
import { GuideLinks } from '../../../features/guides/guide-links.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { Snippet } from './snippet.tsx'
import { curlList, curlPayment, typescriptPayment } from './snippets.ts'

const texts = docs.quickStart

export function QuickStart() {
  const { isMember } = useSignedIn()
  const { data } = trpc.integrations.list.useQuery(undefined, { enabled: isMember })
  // Whoever has no merchant yet reads this from the very server that they would call.
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
