import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { config } from '../../../lib/config.ts'
import { environment } from '../../../texts/environment.ts'
import { trpc } from '../../../trpc.ts'
import { CurrentEnvironment } from './current-environment.tsx'
import { EnvironmentCards } from './environment-cards.tsx'
import { NextSteps } from './next-steps.tsx'
import { QuickActions } from './quick-actions.tsx'

export function EnvironmentPage() {
  const { user } = useSignedIn()
  const query = trpc.environment.config.useQuery(undefined, { enabled: user !== undefined })
  // Visitors may not ask; the page came with the same answer.
  const current = user ? query.data?.currentEnvironment : config.environment
  return (
    <GuidePage title={environment.title} intro={environment.intro}>
      <CurrentEnvironment current={current} query={query} />
      <EnvironmentCards current={current} />
      <QuickActions current={current} />
      <NextSteps />
    </GuidePage>
  )
}
