import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListStates } from '#client/components/list/list-states.tsx'
import { rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { notices as texts } from '#client/texts/en/notices.ts'
import { trpc } from '#client/trpc.ts'
import { MarkAllRead } from './mark-all-read.tsx'
import { NoticeText } from './notice-text.tsx'
import classes from './notices.module.css'

const SHOWN = 6

type Props = { timezone: string; unread: number; onClose: () => void }

/** The latest unread notices, below the header's button. */
export function UnreadNotices({ timezone, unread, onClose }: Props) {
  const query = trpc.notices.list.useQuery({ status: 'unread', limit: SHOWN })
  return (
    <>
      <Group justify="space-between" p="sm" pl="md" gap="xs">
        <Text fw={600} size="sm">
          {texts.latest}
        </Text>
        <MarkAllRead unread={unread} size="compact-sm" />
      </Group>
      <ListStates query={query} failed={texts.loadFailed} rows={2} rowHeight="4rem">
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed" px="md" pb="sm">
              {texts.nothingUnread}
            </Text>
          ) : (
            <ul className={classes.list} ref={rowLinks}>
              {data.map((notice) => (
                <li key={notice.id} className={classes.item}>
                  <NoticeText notice={notice} timezone={timezone} onOpen={onClose} />
                  <div className={classes.when}>
                    <DateText at={notice.createdAt} timezone={timezone} isBrief />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </ListStates>
      <Group justify="center" p="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onClose}
          renderRoot={(props) => <Link to="/notices" {...props} />}
        >
          {texts.seeAll}
        </Button>
      </Group>
    </>
  )
}
