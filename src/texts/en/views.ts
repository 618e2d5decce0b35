export const views = {
  label: 'Saved views',
  all: 'All',
  save: 'Save view',
  saveTitle: 'Save view',
  saveHelp: 'Saves the search, filters and order under a name. Only you see your views.',
  actions: (name: string) => `Actions for view ${name}`,
  rename: 'Rename view',
  remove: 'Delete view',
  removeTitle: (name: string) => `Delete view “${name}”?`,
  removeHelp: 'Only the saved view is deleted. What it shows does not change.',
  name: 'Name',
  nameMissing: 'Enter a name.',
  back: 'Cancel',
  saved: (name: string) => ({
    title: 'View saved',
    message: `“${name}” is now in your saved views.`,
  }),
  renamed: (name: string) => ({
    title: 'View renamed',
    message: `The view is now called “${name}”.`,
  }),
  failed: 'The view was not changed',
  removed: (name: string) => ({
    title: 'View deleted',
    message: `“${name}” was removed from your saved views.`,
  }),
}
