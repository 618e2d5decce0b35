import '@mantine/spotlight/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { palette as texts } from '#client/texts/en/shell.ts'
import type { Entry, EntryGroup } from './entry.ts'
import classes from './palette.module.css'
import { giveBackFocus, paletteStore } from './palette-store.ts'
import { type PaletteProps, useEntries } from './use-entries.ts'
import { useFound, useRecentEntries } from './use-found.ts'

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
  const { isSearching, isFailed, ...found } = useFound(query)
  const recents = useRecentEntries(query, props.timezone)
  const groups = useEntries(props, query, { found, recents })
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
            actionDescription: entry.isHintCode ? classes.code : classes.hint,
            actionSection: classes.section,
          }}
          disabled={entry.isStale}
          data-entry={entry.id}
          role="option"
          aria-selected={false}
          label={entry.label}
          description={entry.hint}
          leftSection={<entry.icon size={20} stroke={1.75} aria-hidden />}
          dimmedSections={false}
          rightSection={<Mark {...entry} />}
          onClick={() => onChoose(entry)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** How a payment stands, and when it was made. */
function Mark({ status, note }: Entry) {
  if (!status && !note) return null
  return (
    <span className={classes.mark}>
      {status && <StatusBadge status={status} />}
      {note}
    </span>
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

/**
 * The component library marks the chosen result by an attribute in the page alone. This tells it to
 * assistive technology as well, and keeps a choice when results arrive or go.
 */
function useAnnouncedSelection(field: RefObject<HTMLInputElement | null>) {
  const { selected, listId, query } = useSpotlight(paletteStore)
  const queryBefore = useRef(query)
  // After every render, because any of them may have brought other results.
  useEffect(() => {
    const options = [
      ...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
    ]
    // Another question starts at its first answer.
    const isKept = queryBefore.current === query
    queryBefore.current = query
    const kept = isKept ? options.findIndex((option) => option.dataset.selected) : -1
    const chosen = kept === -1 ? Math.min(0, options.length - 1) : kept
    for (const [index, option] of options.entries()) {
      const isChosen = index === chosen
      // The library drops an id that is passed to it.
      option.id = `${listId}-${option.dataset.entry}`
      if (isChosen) option.dataset.selected = 'true'
      else delete option.dataset.selected
      option.setAttribute('aria-selected', String(isChosen))
    }
    const id = options[chosen]?.id
    if (id) field.current?.setAttribute('aria-activedescendant', id)
    else field.current?.removeAttribute('aria-activedescendant')
    if (chosen !== selected) {
      paletteStore.updateState((state) => ({ ...state, selected: chosen }))
    }
  })
}
