import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followInviter } from '../lib/chosen-language.ts'
import { useIsIdentityPending } from '../lib/clerk/clerk-link.ts'
import { readProblem } from '../lib/problem.ts'
import {
  readInvitation,
  removeInvitation,
  storeInvitation,
} from '../lib/session/stored-invitation.ts'
import { join } from '../texts/en/join.ts'
import { trpc } from '../trpc.ts'
import { AuthFrame } from './-auth/auth-frame.tsx'
import { AcceptStep, VisitorStep } from './-join/accept-step.tsx'
import { InvitationEnded, JoinMessage } from './-join/join-message.tsx'

export const Route = createFileRoute('/join')({
  // Removes the token from the URL at once, so that it stays out of the history and of links back here.
  beforeLoad: ({ location }) => {
    if (location.hash === '') return
    storeInvitation(location.hash)
    throw redirect({ to: '/join', replace: true })
  },
  loader: () => ({ token: readInvitation() }),
  component: JoinRoute,
})

function JoinRoute() {
  const { token } = Route.useLoaderData()
  return <JoinPage key={token} token={token} />
}

type Props = { token: string | null }

function JoinPage({ token }: Props) {
  return (
    <AuthFrame texts={join} below={undefined}>
      {token === null ? <JoinMessage {...join.none} withHome /> : <Invited token={token} />}
    </AuthFrame>
  )
}

/** Reads the offer by a mutation, because the input of a query would be part of the URL. */
function useOffer(token: string) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => client.team.invitation.mutate({ token }),
    // Never refetched: accepting uses the token up, and a refetch would then replace the offer by an error.
    staleTime: 'static',
  })
}

function Invited({ token }: { token: string }) {
  const offer = useOffer(token)
  const identity = trpc.identity.current.useQuery()
  const isIdentityPending = useIsIdentityPending()
  const inviterLanguage = offer.data?.language ?? null
  useEffect(() => followInviter(inviterLanguage), [inviterLanguage])
  const isEnded = readProblem(offer.error).code === 'not_found'
  useEffect(() => {
    if (isEnded) removeInvitation()
  }, [isEnded])

  if (isEnded) return <InvitationEnded />
  const failed = [offer, identity].find(({ isError }) => isError)
  if (failed) {
    return (
      <JoinMessage
        {...join.failed}
        isPending={failed.isFetching}
        action={join.retry}
        onAction={() => void failed.refetch()}
      />
    )
  }
  if (!offer.data || identity.isPending || (!identity.data && isIdentityPending)) {
    return (
      <Center mih="10rem" role="status" aria-label={join.loading}>
        <Loader aria-hidden />
      </Center>
    )
  }
  return identity.data ? (
    <AcceptStep token={token} offer={offer.data} user={identity.data} />
  ) : (
    <VisitorStep offer={offer.data} />
  )
}
