import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'

const states: Record<KeyPermission['state'], string> = {
  allowed: 'Allowed',
  missing: 'Missing',
  unknown: 'Unknown',
}

const permissions = (count: number) => (count === 1 ? '1 permission' : `${count} permissions`)

/** Texts that the accounts of all processors share. `name`: the processor's name. */
export const account = {
  connected: 'Connected',
  ownersConnect: (name: string) => `Only owners can connect ${name}. Ask an owner.`,
  ownersChange: 'Only owners can change or disconnect this account. Ask an owner.',
  showKey: 'Show or hide what is typed',
  says: (name: string) => `Message from ${name}`,
  refused: {
    permissions: (name: string) =>
      `Payments cannot be taken with this key. The message from ${name} below gives the reason.`,
    otherAccount: (name: string) =>
      `This key belongs to a different ${name} account. Disconnect the current account first, then connect the other one.`,
    unavailable: (name: string) => `${name} does not respond. Try again in a moment.`,
  },
  permissions: {
    table: 'Permissions of the key',
    name: 'Permission',
    state: 'State',
    needs: { read: 'Read', write: 'Write' },
    needed: 'needed',
    optional: 'optional',
    states,
    insufficient: (count: number, name: string) =>
      `${permissions(count)} needed for payments ${count === 1 ? 'is' : 'are'} missing. Add ${count === 1 ? 'it' : 'them'} to the key in ${name}.`,
    unanswered: (name: string) => `${name} did not respond to every test. Test again in a moment.`,
    sufficient: (count: number) =>
      `Payments can be taken with this key. ${permissions(count)} that ${count === 1 ? 'is' : 'are'} optional ${count === 1 ? 'is' : 'are'} missing.`,
    complete: 'The key has every permission.',
    show: (count: number) => `Show the ${permissions(count)}`,
    withoutAnswers:
      'With read permission only, disputes are shown, but Incasso cannot respond to them.',
    withoutFiles: 'Without it, evidence with files cannot be sent.',
  },
  change: 'Change keys',
  test: {
    open: 'Test permissions',
    title: 'Permissions of the key',
    pending: (name: string) => `Incasso tests the key’s permissions at ${name}.`,
    failed: 'The test failed',
    again: 'Test again',
    close: 'Close',
  },
  disconnect: {
    open: 'Disconnect',
    title: (name: string) => `Disconnect ${name}?`,
    kept: 'Earlier payments can still be refunded, and pending ones still get their outcome: Incasso keeps the key for that.',
    action: 'Disconnect',
    back: 'Cancel',
    failed: 'Not disconnected',
    done: (name: string) => ({
      title: `${name} disconnected`,
      message: 'Earlier payments can still be refunded.',
    }),
  },
} as const
