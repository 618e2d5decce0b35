import { Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorState, Failure } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import {
  type EvidenceValues,
  firstValues,
  lengthOf,
  type ReadableDispute,
  textsOf,
  valuesOf,
} from '#client/features/disputes/evidence-values.ts'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { refuseIssues } from '#client/lib/schema-issues.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { client, queries, trpc } from '#client/trpc.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'
import type { Evidence } from '#server/features/disputes/evidence/evidence.schema.ts'
import { MAX_EVIDENCE_CHARACTERS } from '#server/shared/disputes/evidence-fields.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import { EvidencePreview, ReadEvidence } from './evidence-preview.tsx'

const texts = disputePages.form

/** The answer to a dispute: a form while it can be sent, and afterwards what was sent. */
export function EvidenceSection({ dispute }: { dispute: DisputeDetail }) {
  const { canAnswer, canAccept, submittedAt } = dispute
  const role = trpc.team.role.useQuery()
  const settings = trpc.disputes.settings.useQuery()
  if (!canAnswer && !canAccept && submittedAt === null) return null
  const failed = [role, settings].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <Section title={texts.title}>
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
  if (evidence === null || (!isOwner && !settings.data.staffMayAnswer)) {
    return (
      <Section title={texts.title}>
        <Text size="sm">{texts.forOwners}</Text>
      </Section>
    )
  }
  return (
    <Section title={texts.title} {...(canAnswer && { text: texts.intro })}>
      {canAnswer ? (
        <EvidenceForm dispute={{ ...dispute, evidence }} />
      ) : (
        submittedAt !== null && <ReadEvidence dispute={{ ...dispute, evidence }} />
      )}
      {canAccept && isOwner && <AcceptDialog dispute={dispute} />}
    </Section>
  )
}

/** Returns the issue with the path that the form has: the API's texts are below `fields`. */
const withoutParent = (issue: Issue): Issue => ({
  ...issue,
  path: issue.path.replace(/^fields\./, ''),
})

/** Saves the form's texts as the version after `version`. Returns undefined when they were refused. */
function useDraft(dispute: ReadableDispute, form: Form<EvidenceValues>) {
  const [version, setVersion] = useState(dispute.evidence.version)
  const [changed, setChanged] = useState<Evidence>()
  const [error, setError] = useState<unknown>()
  const save = async (values: EvidenceValues): Promise<number | undefined> => {
    setError(undefined)
    try {
      const fields = textsOf(values)
      const saved = await client.disputes.saveEvidence.mutate({ id: dispute.id, version, fields })
      setVersion(saved.version)
      form.startFrom(valuesOf(saved.fields))
      void queries.disputes.get.invalidate({ id: dispute.id })
      return saved.version
    } catch (failure) {
      const problem = readProblem(failure)
      if (problem.reason === 'draft_changed') {
        const request = queries.disputes.get.fetch({ id: dispute.id }, { staleTime: 0 })
        await request.then(({ evidence }) => setChanged(evidence ?? undefined)).catch(setError)
      } else if (!refuseIssues(form, problem.issues.map(withoutParent))) setError(failure)
      return undefined
    }
  }
  /** Continues from the other person's version, with these texts. */
  const settle = (theirs: Evidence, values: EvidenceValues) => {
    setVersion(theirs.version)
    setChanged(undefined)
    form.startFrom(valuesOf(theirs.fields), values)
  }
  return { save, settle, changed, error }
}

function EvidenceForm({ dispute }: { dispute: ReadableDispute }) {
  const form = useForm<EvidenceValues>({
    initial: firstValues(dispute),
    check: (values): Partial<EvidenceValues> =>
      lengthOf(values) > MAX_EVIDENCE_CHARACTERS
        ? { explanation: texts.tooLong(formatCount(MAX_EVIDENCE_CHARACTERS)) }
        : {},
  })
  const { save, settle, changed, error } = useDraft(dispute, form)
  const [reviewed, setReviewed] = useState<number>()
  const saveDraft = form.onSubmit(async (values) => {
    if ((await save(values)) !== undefined)
      notify.success({ title: texts.saved, message: texts.savedText })
  })
  const review = form.onSubmit(async (values) => setReviewed(await save(values)))
  return (
    <form noValidate onSubmit={saveDraft} aria-label={texts.title}>
      <Stack gap="md">
        {changed && (
          <ChangedNotice
            theirs={changed}
            onKeepMine={() => settle(changed, form.values)}
            onTakeTheirs={() => settle(changed, valuesOf(changed.fields))}
          />
        )}
        {dispute.form.fields.map(({ name, isLong }) =>
          isLong ? (
            <Textarea
              key={name}
              label={texts.fields[name]}
              rows={name === 'explanation' ? 6 : 3}
              {...form.input(name)}
            />
          ) : (
            <TextInput key={name} label={texts.fields[name]} {...form.input(name)} />
          ),
        )}
        {error !== undefined && (
          <Failure title={texts.failed}>{problemLine(readProblem(error))}</Failure>
        )}
        <Group justify="flex-end" gap="sm">
          <Button type="submit" variant="default" loading={form.isSending}>
            {texts.save}
          </Button>
          <Button onClick={() => void review()} disabled={form.isSending}>
            {texts.review}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" ta="right">
          {`${formatCount(lengthOf(form.values))} / ${formatCount(MAX_EVIDENCE_CHARACTERS)}`}
        </Text>
      </Stack>
      {reviewed !== undefined && (
        <EvidencePreview
          dispute={dispute}
          version={reviewed}
          values={form.values}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </form>
  )
}
