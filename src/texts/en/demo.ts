export const demo = {
  invite: 'Just want to look around?',
  start: 'Try the demo',
  starting: 'Preparing the demo…',
  failed: 'The demo was not prepared. Try again.',
  userName: 'Demo Guest',
  marked: 'Demo data',
  remove: 'Remove the demo',
  removeTitle: 'Remove the demo?',
  removeText:
    'The demo merchant, all of its payments and customers, and this guest account will be deleted. This cannot be undone.',
  removeAction: 'Remove',
  keep: 'Cancel',
  removing: 'Removing…',
  signOutTitle: 'Leave the demo for good?',
  signOutText:
    'You cannot sign in to this demo again: its guest account has no password that you know. What you tried out here is lost. A new demo is one click away.',
  signOutAction: 'Sign out',
  removeFailed: 'The demo could not be removed',
} as const
