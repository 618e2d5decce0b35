import '@mantine/spotlight/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { palette as texts } from '../../texts/shell.ts'
import classes from './palette.module.css'
import { giveBackFocus, paletteStore } from './palette-store.ts'
import { useAnnouncedSelection } from './use-announced-selection.ts'
import { type Entry, type EntryGroup, type PaletteProps, useEntries } from './use-entries.ts'
import { useResults } from './use-results.ts'

/** One field that finds payments, customers, pages and actions. */
export function Palette(props: PaletteProps) {
  const hasLeft = useRef(false)
  // Where a choice led elsewhere, the focus belongs there.
  const handleClose = () => {
    if (!hasLeft.current) giveBackFocus()
    hasLeft.current = false
  }
  return (
    <Spotlight.Root
      store={paletteStore}
      shortcut={null}
      scrollable
      maxHeight="min(26rem, 60dvh)"
      attributes={{ content: { 'aria-label': texts.label } }}
      overlayProps={{ backgroundOpacity: 0.6, blur: 0 }}
      // Gone at once, so that the next key finds the page again.
      transitionProps={{ transition: 'pop', duration: 150, exitDuration: 0 }}
      returnFocus={false}
      onSpotlightClose={handleClose}
    >
      <Content
        {...props}
        onChoose={({ leaves, run }) => {
          hasLeft.current = leaves
          run()
        }}
      />
    </Spotlight.Root>
  )
}

type ContentProps = PaletteProps & { onChoose: (entry: Entry) => void }

function Content({ onChoose, ...props }: ContentProps) {
  const { query } = useSpotlight(paletteStore)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { isSearching, isFailed, ...found } = useResults(query)
  const groups = useEntries(props, query, found)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  useAnnouncedSelection(field)

  return (
    <>
      <Spotlight.Search
        ref={field}
        placeholder={texts.placeholder}
        aria-label={texts.placeholder}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${listId}-options`}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList id={listId} {...listProps(`${listId}-options`)}>
        {groups.map((group) => (
          <Group key={group.label} group={group} onChoose={onChoose} />
        ))}
      </Spotlight.ActionsList>
      <Standing isSearching={isSearching} isFailed={isFailed} count={count} />
    </>
  )
}

/**
 * What scrolls can be reached by keyboard, and only options are inside the list. The library hands
 * this on to its scroll area, though its types do not say so.
 */
const listProps = (id: string) => ({
  viewportProps: { id, role: 'listbox', 'aria-label': texts.results, tabIndex: 0 },
})

type GroupProps = { group: EntryGroup; onChoose: (entry: Entry) => void }

function Group({ group, onChoose }: GroupProps) {
  return (
    <Spotlight.ActionsGroup role="group" label={group.label} aria-label={group.label}>
      {group.entries.map((entry) => (
        <Spotlight.Action
          key={entry.id}
          classNames={{
            action: classes.action,
            actionDescription: classes.hint,
            actionSection: classes.section,
          }}
          disabled={entry.isStale}
          data-entry={entry.id}
          role="option"
          aria-selected={false}
          label={entry.label}
          description={entry.hint}
          leftSection={<entry.icon size={20} stroke={1.75} aria-hidden />}
          onClick={() => onChoose(entry)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

type StandingProps = { isSearching: boolean; isFailed: boolean; count: number }

/** How the search stands: in sight when there is something to wait for or nothing to choose. */
function Standing({ isSearching, isFailed, count }: StandingProps) {
  const text = isSearching
    ? texts.searching
    : isFailed
      ? texts.failed
      : count === 0
        ? texts.nothing
        : undefined
  return (
    <div role="status">
      {text ? (
        <p className={classes.standing}>{text}</p>
      ) : (
        <VisuallyHidden>{texts.count(count)}</VisuallyHidden>
      )}
    </div>
  )
}
