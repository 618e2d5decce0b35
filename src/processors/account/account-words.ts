import type { Mode } from '#server/shared/mode.ts'

/** A processor's own texts in its section of the settings. */
export type AccountWords = {
  title: string
  text: Record<Mode, string>
  connectedText: Record<Mode, string>
  connect: string
  disconnectText: Record<Mode, string>
  /** Names of the key's permissions as on the processor's pages; a missing one is shown as the server names it. */
  permissions: Readonly<Record<string, string>>
  /** Consequences of a missing permission, where its name does not say them. */
  without: Readonly<Record<string, string>>
}

/** A processor whose accounts a section of the settings shows. */
export type SectionProcessor = {
  name: string
  /** The processor's name as people write it. */
  label: string
  words: AccountWords
}

export type DialogProps = {
  onClose: () => void
  /** Returns the element to focus where the button that opened the dialog is gone. */
  substitute: () => HTMLElement | null
}

export type AccountDialogProps = DialogProps & { id: string }
