import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '#client/components/error-state.tsx'
import type { Suggestion } from '#client/features/disputes/evidence-suggestions.ts'
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
import { markRefusedFields } from '#client/lib/schema-issues.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { client, queries } from '#client/trpc.ts'
import type { Evidence } from '#server/features/disputes/evidence/evidence.schema.ts'
import { MAX_EVIDENCE_CHARACTERS } from '#server/shared/disputes/evidence-fields.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { useFilesChanging } from './evidence-file-slot.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import { EvidencePreview } from './evidence-preview.tsx'
import { FieldSuggestion } from './field-suggestion.tsx'

const texts = disputePages.form

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
      } else if (!markRefusedFields(form, problem.issues.map(withoutParent))) setError(failure)
      return undefined
    }
  }
  /** Continues from the other person's version, with these texts. */
  const settle = (theirs: Evidence, values: EvidenceValues) => {
    setVersion(theirs.version)
    setChanged(undefined)
    form.startFrom(valuesOf(theirs.fields), values)
  }
  return { save, settle, changed, error, version, setVersion, setChanged }
}

type FormProps = { dispute: ReadableDispute; suggestions: readonly Suggestion[] }

/** The form of the evidence: texts that are saved as a draft, and files. */
export function EvidenceForm({ dispute, suggestions }: FormProps) {
  const form = useForm<EvidenceValues>({
    initial: firstValues(dispute, suggestions),
    check: (values): Partial<EvidenceValues> =>
      lengthOf(values) > MAX_EVIDENCE_CHARACTERS
        ? { explanation: texts.tooLong(formatCount(MAX_EVIDENCE_CHARACTERS)) }
        : {},
  })
  const draft = useDraft(dispute, form)
  const { save, settle, changed, error } = draft
  const isChanging = useFilesChanging(dispute.id)
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
        {dispute.form.fields.map(({ name, isLong }) => (
          <Stack key={name} gap={4}>
            {isLong ? (
              <Textarea
                label={texts.fields[name]}
                rows={name === 'explanation' ? 6 : 3}
                {...form.input(name)}
              />
            ) : (
              <TextInput label={texts.fields[name]} {...form.input(name)} />
            )}
            {suggestions
              .filter(({ field }) => field === name)
              .map((suggestion) => (
                <FieldSuggestion
                  key={suggestion.source}
                  suggestion={suggestion}
                  value={form.values[name]}
                  onUse={(text) => form.set({ [name]: text })}
                />
              ))}
          </Stack>
        ))}
        <EvidenceFiles
          dispute={dispute}
          version={draft.version}
          isSaving={form.isSending}
          onSaved={(saved) => {
            draft.setVersion(saved.version)
            void queries.disputes.get.invalidate({ id: dispute.id })
          }}
          onChanged={draft.setChanged}
        />
        {error !== undefined && (
          <Failure title={texts.failed}>{problemLine(readProblem(error))}</Failure>
        )}
        <Group justify="flex-end" gap="sm">
          <Button type="submit" variant="default" loading={form.isSending} disabled={isChanging}>
            {texts.save}
          </Button>
          <Button onClick={() => void review()} disabled={form.isSending || isChanging}>
            {texts.review}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" ta="right">
          {texts.length(formatCount(lengthOf(form.values)), formatCount(MAX_EVIDENCE_CHARACTERS))}
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
