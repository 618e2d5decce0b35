import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { queries } from '../../trpc.ts'
import { SettingsPage } from './-settings/settings-page.tsx'
import { settingsDefaults, SettingsSearch } from './-settings/settings-search.ts'

export const Route = createFileRoute('/_app/settings')({
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams(settingsDefaults)] },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab } }) => {
    void (tab === 'team' ? queries.team.list : queries.team.role).prefetch()
  },
  component: SettingsRoute,
})

function SettingsRoute() {
  return <SettingsPage tab={Route.useSearch().tab} />
}
