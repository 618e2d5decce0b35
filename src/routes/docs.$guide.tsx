import { createFileRoute } from '@tanstack/react-router'
import { GuidePage } from './-reading/guide-page.tsx'

export const Route = createFileRoute('/docs/$guide')({ component: GuideRoute })

function GuideRoute() {
  return <GuidePage slug={Route.useParams().guide} />
}
