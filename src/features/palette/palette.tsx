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

/** A search field that finds payments, customers, pages and actions. */
export function Palette(props: PaletteProps) {
  const hasLeft = useRef(false)
  // After a navigation the new page takes the focus.
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
      // Closes without animation, so that the next key press reaches the page.
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
      <SearchStatus isSearching={isSearching} isFailed={isFailed} count={count} />
    </>
  )
}

/**
 * Makes the scroll area reachable by keyboard, and the list contain only options. The library passes these
 * props to its scroll area, though its types omit them.
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

/** The payment's status and time. */
function Mark({ status, waitingFor, note }: Entry) {
  if (!status && !note) return null
  return (
    <span className={classes.mark}>
      {status && <StatusBadge status={status} waitingFor={waitingFor} />}
      {note}
    </span>
  )
}

type SearchStatusProps = { isSearching: boolean; isFailed: boolean; count: number }

/** The status of the search: visible while loading, after a failure or without results. */
function SearchStatus({ isSearching, isFailed, count }: SearchStatusProps) {
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
 * Announces the selected result to assistive technology, because the library marks it only by a data
 * attribute. Keeps the selection when results change.
 */
function useAnnouncedSelection(field: RefObject<HTMLInputElement | null>) {
  const { selected, listId, query } = useSpotlight(paletteStore)
  const queryBefore = useRef(query)
  // Without dependencies: any render may have changed the results.
  useEffect(() => {
    const options = [
      ...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
    ]
    // A new search selects its first result.
    const isSameQuery = queryBefore.current === query
    queryBefore.current = query
    const previousIndex = isSameQuery ? options.findIndex((option) => option.dataset.selected) : -1
    const chosen = previousIndex === -1 ? Math.min(0, options.length - 1) : previousIndex
    for (const [index, option] of options.entries()) {
      const isChosen = index === chosen
      // Set here, because the library drops an ID passed as a prop.
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
