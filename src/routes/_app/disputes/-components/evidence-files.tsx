import { Stack, Text } from '@mantine/core'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { MAX_FILES_BYTES } from '#server/shared/disputes/evidence-fields.ts'
import { EvidenceFileSlot, type FilesProps } from './evidence-file-slot.tsx'
import { sizeText } from './file-size.ts'

const texts = disputePages.form.files

/** The slots for the files of the evidence, and the size that is left. Each file is saved at once. */
export function EvidenceFiles(props: FilesProps) {
  const { form, evidence } = props.dispute
  const bytesLeft = MAX_FILES_BYTES - evidence.files.reduce((sum, { size }) => sum + size, 0)
  return (
    <Stack gap="sm" role="group" aria-label={texts.title}>
      <div>
        <Text size="sm" fw={600}>
          {texts.title}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.help}
        </Text>
      </div>
      {form.slots.map((slot) => (
        <EvidenceFileSlot
          key={slot}
          slot={slot}
          file={evidence.files.find((each) => each.slot === slot)}
          bytesLeft={bytesLeft}
          {...props}
        />
      ))}
      <Text size="xs" c="dimmed">
        {texts.left(sizeText(bytesLeft), sizeText(MAX_FILES_BYTES))}
      </Text>
    </Stack>
  )
}
