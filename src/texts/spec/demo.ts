import { demo as english } from '../en/demo.ts'
import { demo as italian } from '../it/demo.ts'

/** In the specification's mix of languages, the sign-in page, which offers the demo, is Italian; the rest is English. */
export const demo = {
  ...english,
  invite: italian.invite,
  start: italian.start,
  starting: italian.starting,
  failed: italian.failed,
  userName: italian.userName,
} as const
