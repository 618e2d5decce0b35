import { Paper } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { ChoicesSection } from '#client/features/notices/choices-section.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { config } from '#client/lib/config.ts'
import { profile } from '#client/texts/en/profile.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries } from '#client/trpc.ts'
import { ClerkSection } from './-profile/clerk-section.tsx'
import { EmbeddedSections } from './-profile/embedded-sections.tsx'

export const Route = createFileRoute('/_app/profile')({
  staticData: { needsMerchant: false },
  loader: () => {
    if (config.identity !== 'embedded') return
    void queries.identity.methods.prefetch()
    void queries.identity.sessions.prefetch()
  },
  component: ProfilePage,
})

function ProfilePage() {
  const { user, merchant, isMember } = useSignedIn()
  return (
    <Page title={shell.titles.profile} width="narrow">
      {!user ? (
        <Paper>
          <EmptyState text={profile.signedOut} />
        </Paper>
      ) : config.identity === 'clerk' ? (
        <ClerkSection />
      ) : (
        <EmbeddedSections user={user} timezone={merchant.timezone} />
      )}
      {isMember && <ChoicesSection />}
    </Page>
  )
}
