import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import type { OfferedMembership } from '#server/features/team/team.schema.ts'
import { signOut } from '../../lib/auth.ts'
import { forgetInvitation, holdInvitation } from '../../lib/held-invitation.ts'
import { notify } from '../../lib/notify.tsx'
import { readProblem } from '../../lib/problem.ts'
import { join } from '../../texts/join.ts'
import { queryClient, trpc } from '../../trpc.ts'
import { INVITED } from '../-auth/auth-search.ts'
import { Offer } from './offer.tsx'
import { Ended, Told } from './told.tsx'

type Props = { token: string; offer: OfferedMembership; user: CurrentUser }

export function AcceptStep({ token, offer, user }: Props) {
  const navigate = useNavigate()
  const leave = () => {
    forgetInvitation()
    // What this person saw before they joined says nothing of the business that they have now.
    queryClient.clear()
    void navigate({ to: '/', replace: true })
  }
  const { mutate, error, isPending, isSuccess } = trpc.team.accept.useMutation({
    onSuccess: ({ businessName }) => {
      notify.success(join.done(businessName))
      leave()
    },
  })
  if (error) return <Refused token={token} error={error} onRetry={() => mutate({ token })} />
  return (
    <Stack gap="md">
      <Offer {...offer} />
      <Text size="sm" ta="center">
        {user.email ? join.signedInAs(user.email) : join.signedIn}
      </Text>
      <Button
        size="md"
        fullWidth
        disabled={isPending || isSuccess}
        onClick={() => mutate({ token })}
      >
        {isPending || isSuccess ? join.accepting : join.accept}
      </Button>
      <Button variant="subtle" size="md" fullWidth disabled={isPending} onClick={leave}>
        {join.decline}
      </Button>
    </Stack>
  )
}

type RefusedProps = { token: string; error: unknown; onRetry: () => void }

function Refused({ token, error, onRetry }: RefusedProps) {
  const { code, reason } = readProblem(error)
  const isOver = code === 'not_found' || reason === 'already_member'
  useEffect(() => {
    if (isOver) forgetInvitation()
  }, [isOver])
  if (code === 'not_found') return <Ended />
  if (reason === 'already_member')
    return <OtherAccount {...join.alreadyMember} token={token} withHome />
  if (reason === 'other_email') return <OtherAccount {...join.otherEmail} token={token} />
  const words = reason === 'email_unknown' ? join.emailUnknown : join.notAccepted
  return <Told {...words} action={join.retry} onAction={onRetry} />
}

type OtherProps = { title: string; text: string; token: string; withHome?: boolean }

/** Signing out forgets all that the tab holds; the invitation goes on to the next account. */
function OtherAccount({ token, text, ...rest }: OtherProps) {
  const navigate = useNavigate()
  const [state, setState] = useState<'waiting' | 'leaving' | 'stuck'>('waiting')
  const change = async () => {
    setState('leaving')
    const { ok } = await signOut(() => navigate({ to: '/sign-in', search: { redirect: INVITED } }))
    if (ok) holdInvitation(token)
    else setState('stuck')
  }
  return (
    <Told
      {...rest}
      text={state === 'stuck' ? join.signOutFailed : text}
      isPending={state === 'leaving'}
      action={join.otherAccount}
      onAction={() => void change()}
    />
  )
}
