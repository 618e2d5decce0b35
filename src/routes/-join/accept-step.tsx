import { Button, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { config } from '#client/lib/config.ts'
import { localeOf } from '#client/lib/language-for.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { signOut } from '#client/lib/session/auth.ts'
import { removeInvitation, storeInvitation } from '#client/lib/session/stored-invitation.ts'
import { viewerTimezone } from '#client/lib/words/format.ts'
import { join } from '#client/texts/en/join.ts'
import { queryClient, trpc } from '#client/trpc.ts'
import type { OfferedMembership } from '#server/features/team/team.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { INVITED } from '../-auth/auth-search.ts'
import { InvitationEnded, JoinMessage } from './join-message.tsx'

type Props = { token: string; offer: OfferedMembership; user: CurrentUser }

export function AcceptStep({ token, offer, user }: Props) {
  const navigate = useNavigate()
  const leave = () => {
    removeInvitation()
    // Data cached before joining does not belong to the new business.
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
  const isEnded = code === 'not_found' || reason === 'already_member'
  useEffect(() => {
    if (isEnded) removeInvitation()
  }, [isEnded])
  if (code === 'not_found') return <InvitationEnded />
  if (reason === 'already_member')
    return <OtherAccount {...join.alreadyMember} token={token} withHome />
  if (reason === 'other_email') return <OtherAccount {...join.otherEmail} token={token} />
  const words = reason === 'email_unknown' ? join.emailUnknown : join.notAccepted
  return <JoinMessage {...words} action={join.retry} onAction={onRetry} />
}

type OtherProps = { title: string; text: string; token: string; withHome?: boolean }

/** Signing out clears the tab's storage; the invitation is kept for the next account. */
function OtherAccount({ token, text, ...rest }: OtherProps) {
  const navigate = useNavigate()
  const [state, setState] = useState<'waiting' | 'leaving' | 'stuck'>('waiting')
  const changeAccount = async () => {
    setState('leaving')
    const { ok } = await signOut(() => navigate({ to: '/sign-in', search: { redirect: INVITED } }))
    if (ok) storeInvitation(token)
    else setState('stuck')
  }
  return (
    <JoinMessage
      {...rest}
      text={state === 'stuck' ? join.signOutFailed : text}
      isPending={state === 'leaving'}
      action={join.otherAccount}
      onAction={() => void changeAccount()}
    />
  )
}

const expiryFormatIn = (timeZone: string) =>
  new Intl.DateTimeFormat(localeOf('it'), { timeZone, dateStyle: 'long', timeStyle: 'short' })

/** The inviting business and the offered role. */
function Offer({ businessName, role, expiresAt }: OfferedMembership) {
  return (
    <Stack gap={4} ta="center">
      <Text size="sm" c="dimmed">
        {join.invites}
      </Text>
      <Title order={2}>{businessName}</Title>
      <Text mt="xs">{join.roles[role]}</Text>
      <Text size="sm" c="dimmed">
        {join.until(expiryFormatIn(viewerTimezone()).format(new Date(expiresAt)))}
      </Text>
    </Stack>
  )
}

const search = { redirect: INVITED }

/** Sends visitors to the sign-in or sign-up page, which lead back here. */
export function VisitorStep({ offer }: { offer: OfferedMembership }) {
  return (
    <Stack gap="md">
      <Offer {...offer} />
      <Button
        size="md"
        fullWidth
        renderRoot={(props) => <Link to="/sign-in" search={search} {...props} />}
      >
        {join.signIn}
      </Button>
      <Button
        variant="default"
        size="md"
        fullWidth
        renderRoot={(props) => <Link to="/sign-up" search={search} {...props} />}
      >
        {join.signUp}
      </Button>
      {/* The confirmation mail may open in a browser that does not know the invitation. */}
      {config.verifiesEmail && (
        <Text size="sm" c="dimmed" ta="center">
          {join.verifyFirst}
        </Text>
      )}
    </Stack>
  )
}
