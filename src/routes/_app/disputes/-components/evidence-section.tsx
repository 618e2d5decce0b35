import { Skeleton, Text } from '@mantine/core'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { suggestionsOf } from '#client/features/disputes/evidence-suggestions.ts'
import type { ReadableDispute } from '#client/features/disputes/evidence-values.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { trpc } from '#client/trpc.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { EvidenceForm } from './evidence-form.tsx'
import { ReadEvidence } from './evidence-preview.tsx'

const { form } = disputePages

/** The evidence of a dispute: a form while it can be sent, and afterwards what was sent. */
export function EvidenceSection({ dispute }: { dispute: DisputeDetail }) {
  const { canAnswer, canAccept, submittedAt } = dispute
  const role = trpc.team.role.useQuery()
  const settings = trpc.disputes.settings.useQuery()
  if (!canAnswer && !canAccept && submittedAt === null) return null
  const failed = [role, settings].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <Section title={form.title}>
        <ErrorState
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Section>
    )
  }
  if (!role.data || !settings.data) return <Skeleton height="24rem" radius="lg" aria-busy />
  const isOwner = role.data.role === 'owner'
  const { evidence } = dispute
  const isAccountant = role.data.role === 'accountant'
  if (evidence === null || isAccountant || (!isOwner && !settings.data.staffMayAnswer)) {
    return (
      <Section title={form.title}>
        <Text size="sm">{form.forOwners}</Text>
      </Section>
    )
  }
  return (
    <Section title={form.title} {...(canAnswer && { text: form.intro })}>
      {canAnswer ? (
        <SuggestedForm dispute={{ ...dispute, evidence }} />
      ) : (
        submittedAt !== null && <ReadEvidence dispute={{ ...dispute, evidence }} />
      )}
      {canAccept && isOwner && <AcceptDialog dispute={dispute} />}
    </Section>
  )
}

/** The form, once it is known what can be suggested for its fields. */
function SuggestedForm({ dispute }: { dispute: ReadableDispute }) {
  const { timezone } = useSignedIn().merchant
  const { data, error, refetch, isFetching } = trpc.disputes.paymentFacts.useQuery({
    id: dispute.id,
  })
  if (data) {
    return (
      <>
        {data.isPartial && (
          <Text size="sm" c="dimmed" mb="md">
            {form.suggestions.partial}
          </Text>
        )}
        <EvidenceForm dispute={dispute} suggestions={suggestionsOf(data, dispute, timezone)} />
      </>
    )
  }
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return <Skeleton height="24rem" radius="lg" aria-busy />
}
