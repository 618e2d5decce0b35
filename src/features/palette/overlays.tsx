import { Group, Kbd, Modal, Stack, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { palette } from '#client/texts/en/shell.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { pageKeys, useModKey, useSingleKeys } from './keys.ts'
import classes from './palette.module.css'
import { Palette } from './palette.tsx'
import type { PaletteEntryPage, PaletteProps } from './use-entries.ts'

type Props = PaletteProps & { isShortcutsOpen: boolean; onCloseShortcuts: () => void }

/** The overlays of every page, loaded after the page itself. */
export function Overlays({ isShortcutsOpen, onCloseShortcuts, ...props }: Props) {
  return (
    <>
      <Palette {...props} />
      <ShortcutsDialog pages={props.pages} isOpen={isShortcutsOpen} onClose={onCloseShortcuts} />
    </>
  )
}

type ShortcutsDialogProps = { pages: PaletteEntryPage[]; isOpen: boolean; onClose: () => void }

const texts = palette.shortcuts
const { neighbours } = transactions.detail

type Shortcut = { label: string; keys: string[]; isSequence?: boolean }

function ShortcutsDialog({ pages, isOpen, onClose }: ShortcutsDialogProps) {
  const mod = useModKey()
  const [singleKeys, setSingleKeys] = useSingleKeys()
  const shortcuts: Shortcut[] = [
    { label: texts.palette, keys: [mod.label, 'K'] },
    { label: texts.search, keys: ['/'] },
    ...Object.entries(pageKeys).flatMap(([key, path]) => {
      const page = pages.find(({ to }) => to === path)
      return page ? [{ label: texts.goTo(page.label), keys: ['g', key], isSequence: true }] : []
    }),
    { label: neighbours.next, keys: ['j'] },
    { label: neighbours.previous, keys: ['k'] },
    { label: texts.help, keys: ['?'] },
  ]
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered transitionProps={{ exitDuration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="sm">
          {/* Replaces the library's header, which would be a second banner landmark. */}
          <Group justify="space-between" mb="sm">
            <Modal.Title fw={600}>{texts.title}</Modal.Title>
            <Modal.CloseButton aria-label={texts.close} />
          </Group>
          <Stack>
            <dl className={classes.list}>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.label} className={classes.row}>
                  <dt>{shortcut.label}</dt>
                  <dd className={classes.keys}>
                    <Keys {...shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
            <Switch
              label={texts.singleKeys}
              description={texts.singleKeysHint}
              checked={singleKeys}
              onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
            />
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Keys({ keys, isSequence = false }: Shortcut) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && (isSequence ? ` ${texts.inTurn} ` : ' ')}
      <Kbd>{key}</Kbd>
    </Fragment>
  ))
}
