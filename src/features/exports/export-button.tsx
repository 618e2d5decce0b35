import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'
import { exports as texts } from '#client/texts/en/exports.ts'
import type { ExportView } from './export-request.ts'

const ExportDialog = lazyDialog(() =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
)

/** Opens the export dialog, which offers first what the page shows. */
export function ExportButton({ view, timezone }: { view: ExportView; timezone: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        flex="none"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && <ExportDialog view={view} timezone={timezone} onClose={() => setIsOpen(false)} />}
    </>
  )
}
