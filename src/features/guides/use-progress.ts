import { useLocalStorage } from '@mantine/hooks'

type Options<Id extends string> = {
  guide: string
  /**
   * Id of the person whose progress is stored; undefined for visitors of this browser, who share one
   * progress.
   */
  userId: string | undefined
  ids: readonly Id[]
}

/** The completed steps of a guide, stored in this browser. */
export function useProgress<Id extends string>({ guide, userId, ids }: Options<Id>) {
  const [done, setDone] = useLocalStorage<readonly Id[]>({
    key: `incasso.guide.${guide}.${userId ?? 'visitor'}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => readStoredIds(text, ids),
  })
  return {
    done,
    complete: (id: Id) => setDone((before) => (before.includes(id) ? before : [...before, id])),
    undo: (id: Id) => setDone((before) => before.filter((each) => each !== id)),
    restart: () => setDone([]),
  }
}

/** Returns the stored steps, without steps that the guide no longer has. */
function readStoredIds<Id extends string>(
  text: string | undefined,
  ids: readonly Id[],
): readonly Id[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? ids.filter((id) => stored.includes(id)) : []
  } catch {
    return []
  }
}
