import { Paper, Skeleton } from '@mantine/core'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { profile } from '../../../texts/profile.ts'
import { trpc } from '../../../trpc.ts'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import { SecondStepSection } from './second-step-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

type Props = { user: CurrentUser; timezone: string }

/** What the server itself keeps of somebody's sign-in. */
export function EmbeddedSections({ user, timezone }: Props) {
  return (
    <>
      <PersonSection key={user.id} user={user} />
      <Methods email={user.email} />
      <SessionsSection timezone={timezone} />
    </>
  )
}

function Methods({ email }: { email: string }) {
  const { data, error, refetch, isFetching } = trpc.identity.methods.useQuery()
  if (error) {
    return (
      <Paper>
        <ErrorState
          title={profile.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  if (!data) {
    return (
      <>
        <Skeleton height="19rem" radius="lg" aria-busy />
        <Skeleton height="10rem" radius="lg" aria-busy />
      </>
    )
  }
  return (
    <>
      <PasswordSection email={email} hasPassword={data.hasPassword} />
      <SecondStepSection email={email} methods={data} />
    </>
  )
}
