import { Anchor, Button, FileButton, Group, Input, Progress, Stack, Text } from '@mantine/core'
import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import type { ReadableDispute } from '#client/features/disputes/evidence-values.ts'
import {
  currentEvidenceOf,
  evidenceTypeOf,
  fileUrl,
  uploadEvidence,
} from '#client/features/disputes/upload-evidence.ts'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { client } from '#client/trpc.ts'
import type { Evidence, EvidenceFile } from '#server/features/disputes/evidence/evidence.schema.ts'
import {
  type EvidenceSlot,
  evidenceFileTypes,
  MAX_FILE_BYTES,
} from '#server/shared/disputes/evidence-fields.ts'
import classes from './evidence-files.module.css'
import { sizeText } from './file-size.ts'

const { files: texts, slots } = disputePages.form

export type FilesProps = {
  dispute: ReadableDispute
  /** The version of the evidence on which the next change builds. */
  version: number
  /** True while the texts are saved. */
  isSaving: boolean
  onSaved: (saved: Evidence) => void
  /** Called when another version was saved meanwhile. */
  onChanged: (current: Evidence) => void
}

type SlotProps = FilesProps & {
  slot: EvidenceSlot
  file: EvidenceFile | undefined
  bytesLeft: number
}

const changeKey = (id: string) => ['files of evidence', id]

/** Returns true while an evidence file changes. Each change needs the version that the change before it created. */
export const useFilesChanging = (id: string): boolean =>
  useIsMutating({ mutationKey: changeKey(id) }) > 0

/** Puts files into a slot and removes them. */
function useSlot(props: SlotProps) {
  const { dispute, slot, file, bytesLeft, version, onSaved, onChanged } = props
  const { id } = dispute
  const isChanging = useFilesChanging(id)
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const onError = (failure: unknown) => {
    const current = currentEvidenceOf(failure)
    if (current) onChanged(current)
    const problem = readProblem(failure)
    const fault = problem.issues.find(({ path }) => path === 'file')
    setError(current ? texts.changed : fault ? texts.fault(fault.message) : problemLine(problem))
  }
  const upload = useMutation({
    mutationKey: changeKey(id),
    mutationFn: uploadEvidence,
    onMutate: () => setError(undefined),
    onSuccess: onSaved,
    onError,
    onSettled: () => setShare(undefined),
  })
  const removal = useMutation({
    mutationKey: changeKey(id),
    mutationFn: (input: { id: string; slot: EvidenceSlot; version: number }) =>
      client.disputes.removeFile.mutate(input),
    onMutate: () => setError(undefined),
    onSuccess: onSaved,
    onError,
  })
  const isBusy = isChanging || props.isSaving
  const put = (chosen: File | null | undefined) => {
    if (!chosen || isBusy) return
    if (!evidenceTypeOf(chosen)) setError(texts.otherKind)
    else if (chosen.size > MAX_FILE_BYTES) setError(texts.tooLarge(sizeText(MAX_FILE_BYTES)))
    else if (chosen.size > bytesLeft + (file?.size ?? 0)) setError(texts.noRoom)
    else upload.mutate({ id, slot, version, file: chosen, onProgress: setShare })
  }
  return {
    put,
    remove: () => removal.mutate({ id, slot, version }),
    share,
    error,
    isBusy,
    isUploading: upload.isPending,
  }
}

/** A slot for one file: it is chosen, dropped or photographed, replaced and removed. */
export function EvidenceFileSlot(props: SlotProps) {
  const { dispute, slot, file } = props
  const reset = useRef<() => void>(null)
  const { put, remove, share = 0, error, isBusy, isUploading } = useSlot(props)
  const take = (chosen: File | null | undefined) => {
    // Resets the input, so that the same file can be chosen again.
    reset.current?.()
    put(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  return (
    <Stack
      gap="xs"
      className={classes.slot}
      role="group"
      aria-label={slots[slot]}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{slots[slot]}</Text>
        <Group gap="xs">
          <FileButton
            resetRef={reset}
            accept={evidenceFileTypes.join(',')}
            inputProps={{ 'aria-label': texts.chooseFor(slots[slot]) }}
            onChange={take}
          >
            {(button) => (
              <Button
                {...button}
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                leftSection={<IconUpload size={14} aria-hidden />}
                aria-label={(file ? texts.replaceAt : texts.chooseFor)(slots[slot])}
              >
                {file ? texts.replace : texts.choose}
              </Button>
            )}
          </FileButton>
          {file && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={isBusy}
              leftSection={<IconX size={14} aria-hidden />}
              aria-label={texts.removeFrom(slots[slot])}
              onClick={remove}
            >
              {texts.remove}
            </Button>
          )}
        </Group>
      </Group>
      {file && (
        <Group gap="xs" wrap="nowrap">
          <IconFile size={16} aria-hidden />
          <Anchor size="sm" href={fileUrl(dispute.id, slot)} download className={classes.name}>
            {file.name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {sizeText(file.size)}
          </Text>
        </Group>
      )}
      {isUploading && (
        <Progress value={share * 100} aria-label={texts.uploading(slots[slot])} animated />
      )}
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  )
}
