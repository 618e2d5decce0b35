import { createFileRoute, redirect } from '@tanstack/react-router'
import { heldInvitation, holdInvitation } from '../lib/held-invitation.ts'
import { JoinPage } from './-join/join-page.tsx'

export const Route = createFileRoute('/join')({
  // Out of the address at once, so that it is in no history and in no link that leads back here.
  beforeLoad: ({ location }) => {
    if (location.hash === '') return
    holdInvitation(location.hash)
    throw redirect({ to: '/join', replace: true })
  },
  loader: () => ({ token: heldInvitation() }),
  component: JoinRoute,
})

function JoinRoute() {
  const { token } = Route.useLoaderData()
  return <JoinPage key={token} token={token} />
}
