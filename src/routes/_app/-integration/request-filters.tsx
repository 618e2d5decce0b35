import { Group, NativeSelect } from '@mantine/core'
import { statusClasses } from '#server/features/request-log/request-log.schema.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { requestLog as texts } from '../../../texts/request-log.ts'
import { trpc } from '../../../trpc.ts'
import classes from './integration.module.css'
import { methods, type RequestFilter } from './integration-search.ts'
import { useIsOwner } from './use-integration.ts'

type Props = {
  filter: RequestFilter
  /** Of the rows on show: only owners may list the keys themselves. */
  shownKeys: string[]
  onChange: (changed: Partial<RequestFilter>) => void
}

const methodOptions = [
  { value: '', label: texts.allMethods },
  ...methods.map((value) => ({ value, label: value })),
]

const statusOptions = [
  { value: '', label: texts.allStatuses },
  ...statusClasses.map((value) => ({ value, label: texts.classes[value] })),
]

export function RequestFilters({ filter, shownKeys, onChange }: Props) {
  const { method, answer, path, key } = filter
  const isOwner = useIsOwner() === true
  const keys = trpc.apiKeys.list.useQuery(undefined, { enabled: isOwner })
  const names = new Map((keys.data ?? []).map(({ prefix, name }) => [prefix, name]))
  const prefixes = [...new Set([...names.keys(), ...shownKeys, ...(key ? [key] : [])])]
  const keyOptions = [
    { value: '', label: texts.allKeys },
    ...prefixes.map((prefix) => ({
      value: prefix,
      label: names.has(prefix) ? `${names.get(prefix)} (${prefix}…)` : `${prefix}…`,
    })),
  ]
  return (
    <Group gap="sm" align="end" role="search" aria-label={texts.filters}>
      <SearchField
        label={texts.path}
        placeholder={texts.pathPlaceholder}
        clearLabel={texts.clearPath}
        value={path ?? ''}
        onSearch={(text) => onChange({ path: text || undefined })}
      />
      <NativeSelect
        label={texts.method}
        className={classes.choice}
        data={methodOptions}
        value={method ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ method: methods.find((each) => each === value) })
        }
      />
      <NativeSelect
        label={texts.status}
        className={classes.choice}
        data={statusOptions}
        value={answer ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ answer: statusClasses.find((each) => each === value) })
        }
      />
      <NativeSelect
        label={texts.key}
        className={classes.choice}
        data={keyOptions}
        value={key ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ key: value || undefined })}
      />
    </Group>
  )
}
