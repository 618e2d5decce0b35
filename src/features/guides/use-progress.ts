import { useLocalStorage } from '@mantine/hooks'

type Options<Id extends string> = {
  guide: string
  /** Whose progress it is; visitors share one. */
  userId: string | undefined
  ids: readonly Id[]
}

/** Which steps of a guide the person has completed, kept in this browser. */
export function useProgress<Id extends string>({ guide, userId, ids }: Options<Id>) {
  const [done, setDone] = useLocalStorage<readonly Id[]>({
    key: `incasso.guide.${guide}.${userId ?? 'visitor'}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => knownIds(text, ids),
  })
  return {
    done,
    complete: (id: Id) => setDone((before) => (before.includes(id) ? before : [...before, id])),
    undo: (id: Id) => setDone((before) => before.filter((each) => each !== id)),
    restart: () => setDone([]),
  }
}

/** Whatever is stored, only steps that there are count. */
function knownIds<Id extends string>(text: string | undefined, ids: readonly Id[]): readonly Id[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? ids.filter((id) => stored.includes(id)) : []
  } catch {
    return []
  }
}
