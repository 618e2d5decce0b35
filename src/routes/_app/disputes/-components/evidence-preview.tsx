import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import {
  type EvidenceValues,
  type ReadableDispute,
  valuesOf,
} from '#client/features/disputes/evidence-values.ts'
import { fileUrl } from '#client/features/disputes/upload-evidence.ts'
import { notify } from '#client/lib/notify.tsx'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { client, queryClient } from '#client/trpc.ts'
import { sizeText } from './file-size.ts'

const { preview: texts, form: formTexts } = disputePages

type ShownProps = { dispute: ReadableDispute; values: EvidenceValues }

/** The texts and the files of the evidence, as the bank gets them. */
function EvidenceShown({ dispute, values }: ShownProps) {
  const rows = dispute.form.fields.filter(({ name }) => values[name].trim() !== '')
  // In the order of the form, as the bank gets them.
  const files = dispute.form.slots.flatMap((slot) =>
    dispute.evidence.files.filter((file) => file.slot === slot),
  )
  if (rows.length + files.length === 0) return <Text size="sm">{texts.empty}</Text>
  return (
    <Stack gap="xs">
      {rows.map(({ name }) => (
        <div key={name}>
          <Text size="xs" c="dimmed">
            {formTexts.fields[name]}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {values[name].trim()}
          </Text>
        </div>
      ))}
      {files.map(({ slot, name, size }) => (
        <div key={slot}>
          <Text size="xs" c="dimmed">
            {formTexts.slots[slot]}
          </Text>
          <Anchor size="sm" href={fileUrl(dispute.id, slot)} download>
            {`${name} (${sizeText(size)})`}
          </Anchor>
        </div>
      ))}
    </Stack>
  )
}

/** The evidence that was sent. */
export const ReadEvidence = ({ dispute }: { dispute: ReadableDispute }) => (
  <EvidenceShown dispute={dispute} values={valuesOf(dispute.evidence.fields)} />
)

type PreviewProps = ShownProps & { version: number; onClose: () => void }

/** Shows what the bank will see, and sends it after one confirmation. */
export function EvidencePreview({ dispute, version, values, onClose }: PreviewProps) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const send = async () => {
    setIsPending(true)
    setError(undefined)
    try {
      await client.disputes.submit.mutate({ id: dispute.id, version })
      notify.success({ title: texts.done, message: texts.doneText })
      onClose()
    } catch (failure) {
      const { code, reason, detail } = readProblem(failure)
      if (code === 'unavailable') {
        const message = reason === 'processor_key_invalid' ? detail : texts.waiting
        notify.neutral({ title: texts.waitingTitle, message })
        onClose()
      } else setError(failure)
    } finally {
      setIsPending(false)
      void queryClient.invalidateQueries()
    }
  }
  return (
    <ConfirmDialog
      opened
      title={texts.title}
      action={texts.send}
      back={texts.back}
      isPending={isPending}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Text size="sm">{texts.text}</Text>
      <EvidenceShown dispute={dispute} values={values} />
      {error !== undefined && (
        <Failure title={texts.failed}>{problemLine(readProblem(error))}</Failure>
      )}
    </ConfirmDialog>
  )
}
